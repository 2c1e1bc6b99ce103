// Installs the dependencies when they are missing or older than the lock file; with --to-serve only those that serving
// needs, unless the others are there already. It runs on the machine's own Node, before anything of the project's can,
// so it uses nothing but the standard library. No package runs a script while it is installed.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeTurn } from './lock.mjs';
import { run } from './run.mjs';

// Without --no-save, npm adds the packages of other platforms to the lock file, and the next "git pull" would meet a changed file.
const OPTIONS = [
  ...['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = `${root}node_modules/.package-lock.json`;
const isToServe = process.argv.includes('--to-serve');

if (!isFresh() && (await takeTurn(`${root}.installing`, isFresh))) {
  removeUnlisted();
  const isPart = isToServe && !hasTools();
  const isRest = existsSync(installed) && !hasTools() && !isPart;
  const what = isPart ? 'what serving needs' : isRest ? 'what the site and the tests need' : 'dependencies';
  console.error(`Installing ${what}…`);
  // npm unpacks everything before it heeds a signal. What only adds packages can be ended at once and taken back here.
  if (isRest) process.once('exit', removeUnlisted);
  const { status } = await run('npm', ['install', isPart ? '--omit=dev' : '--include=dev', ...OPTIONS], {
    cwd: root,
    ...(isRest && { stopWith: 'SIGKILL' }),
  }).ended;
  if (status !== 0) {
    console.error('npm install failed; its message is above. Run it again once that is fixed.');
    process.exit(1);
  }
}

function isFresh() {
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs &&
    (isToServe || hasTools())
  );
}

/** Whether the packages are there that only tests and the build of the site need. */
function hasTools() {
  const packages = installedPackages();
  const { devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  return Object.keys(devDependencies).every((name) => packages.has(`node_modules/${name}`));
}

/** What npm has written down as installed, when it had done all of it. */
function installedPackages() {
  if (!existsSync(installed)) return new Set();
  return new Set(Object.keys(JSON.parse(readFileSync(installed, 'utf8')).packages));
}

/** Removes what an install that was broken off has left: npm would take half a package for a whole one. */
function removeUnlisted() {
  const packages = installedPackages();
  const folders = readFolder('node_modules').flatMap((path) =>
    path.startsWith('node_modules/@') ? readFolder(path) : [path],
  );
  for (const path of folders.filter((each) => !packages.has(each))) rmSync(root + path, { recursive: true });
}

function readFolder(path) {
  if (!existsSync(root + path)) return [];
  return readdirSync(root + path)
    .filter((name) => !name.startsWith('.'))
    .map((name) => `${path}/${name}`);
}
