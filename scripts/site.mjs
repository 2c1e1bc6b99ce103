// Builds the developer site when what it is made of has changed. Like setup.mjs it runs on the machine's own Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeTurn } from './lock.mjs';
import { run } from './run.mjs';

/** Besides these, whatever they import. */
const SOURCES = ['guides', 'site', 'src/docs', 'CHANGELOG.md', 'CHANGELOG.zh-TW.md', 'package-lock.json'];
const MADE = /^(dist|cache|\.temp|\.pages|\.dist-.*|\.building)$|\.test\.ts$/;

const root = fileURLToPath(new URL('..', import.meta.url));

if (!isFresh() && (await takeTurn(join(root, 'site/.building'), isFresh))) {
  console.error('Building the developer site, up to a minute…');
  const started = Date.now();
  const { status, output } = await run(
    join(root, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', 'site/build.ts', hashOfSources()],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  ).ended;
  if (status === 0) {
    console.error(`Built the developer site in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  } else {
    console.error(output);
    console.error('The developer site could not be built; the message is above. "npm run site" tries again.');
    process.exitCode = 1;
  }
}

function isFresh() {
  try {
    const manifest = readFileSync(join(root, 'site/dist/manifest.json'), 'utf8');
    return JSON.parse(manifest).sources === hashOfSources();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}

/** Of names and contents, not of times: a checkout changes those. */
function hashOfSources() {
  const hash = createHash('sha256');
  // A set hands over what is added to it while it is gone through.
  const files = new Set(SOURCES.flatMap(filesIn));
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0`).update(content);
    for (const imported of importsOf(file, content)) files.add(imported);
  }
  return hash.digest('hex');
}

/** Types alone make nothing. */
function importsOf(file, content) {
  if (!/\.(ts|vue|m?js)$/.test(file)) return [];
  const imports = String(content).matchAll(
    /(?:^(?:import|export) (?!type\b)(?:[^;']* from )?|\bimport\()'(\.[^']+)'/gm,
  );
  return [...imports].map(([, path]) => posix.join(posix.dirname(file), path)).filter(isFile);
}

function isFile(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return [];
  if (/\.\w+$/.test(path) && !path.endsWith('.vitepress')) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !MADE.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}
