import { readFileSync } from 'node:fs';

/** What a production install consists of: package.json and the lock file without what only development needs. */
export function productionPackages(root) {
  const { devDependencies: _tools, scripts: _scripts, ...manifest } = readJson(`${root}package.json`);
  const lock = readJson(`${root}package-lock.json`);
  const { devDependencies: _locked, ...project } = lock.packages[''];
  const kept = Object.entries(lock.packages).filter(([path, { dev }]) => path && !dev);
  return { manifest, lock: { ...lock, packages: { '': project, ...Object.fromEntries(kept) } } };
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
