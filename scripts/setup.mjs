// Installs the dependencies when they are missing or older than the lock file; with --to-serve only those that serving
// needs, unless the others are there already. It runs on the machine's own Node, before anything of the project's can,
// so it uses nothing but the standard library. No package runs a script while it is installed.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeTurn } from './lock.mjs';
import { run } from './run.mjs';

const OPTIONS = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = `${root}node_modules/.package-lock.json`;
const isToServe = process.argv.includes('--to-serve');

if (!isFresh() && (await takeTurn(`${root}.installing`, isFresh))) {
  const isPart = isToServe && !hasTools();
  const isRest = existsSync(installed) && !hasTools();
  const what = isPart ? 'what serving needs' : isRest ? 'what the site and the tests need' : 'dependencies';
  console.error(`Installing ${what}…`);
  const { status } = await run('npm', ['install', isPart ? '--omit=dev' : '--include=dev', ...OPTIONS], {
    cwd: root,
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
  if (!existsSync(installed)) return false;
  const { packages } = JSON.parse(readFileSync(installed, 'utf8'));
  const { devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  return Object.keys(devDependencies).every((name) => packages[`node_modules/${name}`]);
}
