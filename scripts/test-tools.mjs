// Sees to it that the tests find what the program itself does not need: Debian's Chromium, for the developer site,
// strace, for what is on disk when an answer leaves, and database servers out of npm packages (test/servers, clickhouse.mjs). Where one
// cannot be installed from here, it says what to do; the tests that need it then say so too.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installClickhouse } from './clickhouse.mjs';

const isMissing = (tool) => !existsSync(`/usr/bin/${tool}`);
const missing = ['chromium-headless-shell', 'strace'].filter(isMissing);
/** Where a package archive has no Chromium without a window, a whole one does, with half as much work again. */
const needed = missing.map((tool) => tool.replace('-headless-shell', '')).filter(isMissing);
if (missing.length > 0) {
  const stdio = ['ignore', 'ignore', needed.length > 0 ? 'inherit' : 'ignore'];
  const apt = (...args) => spawnSync('apt-get', args, { stdio }).status === 0;
  const install = (tools) => apt('install', '--yes', '--no-install-recommends', ...tools);
  console.error(`Installing for the tests: ${missing.join(', ')}…`);
  if (!install(missing) && needed.length > 0 && !(apt('update') && (install(missing) || install(needed)))) {
    console.error(`${needed.join(' and ')} must be in /usr/bin, and could not be installed there.`);
    console.error(
      `On Debian or Ubuntu: sudo apt-get install ${needed.join(' ')}. Elsewhere: put links there.`,
    );
  }
}

const servers = fileURLToPath(new URL('../test/servers/', import.meta.url));
const changedAt = (path) => (existsSync(servers + path) ? statSync(servers + path).mtimeMs : 0);
if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.error('Installing for the tests: PostgreSQL…');
  const options = [
    '--no-save',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { status } = spawnSync('npm', ['install', ...options], { cwd: servers, stdio: 'inherit' });
  if (status !== 0) {
    console.error(
      'PostgreSQL could not be installed; set MDQ_TEST_POSTGRES to the address of one for the tests.',
    );
  }
}

await installClickhouse();
