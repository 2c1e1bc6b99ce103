// Sees to it that the tests find the programs that no npm package brings: Debian's Chromium, for the developer site,
// and strace, for what is on disk when an answer leaves; and ClickHouse servers. Where one cannot be installed from here,
// it says what to do; the tests that need it then say so too.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installClickhouse } from './clickhouse.mjs';

const TOOLS = ['chromium', 'strace'];

const missing = TOOLS.filter((tool) => !existsSync(`/usr/bin/${tool}`));
if (missing.length > 0) {
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const install = () => apt('install', '--yes', '--no-install-recommends', ...missing);
  console.error(`Installing for the tests: ${missing.join(', ')}…`);
  if (!install() && !(apt('update') && install())) {
    console.error(`${missing.join(' and ')} must be in /usr/bin, and could not be installed there.`);
    console.error(
      `On Debian or Ubuntu: sudo apt-get install ${missing.join(' ')}. Elsewhere: put links there.`,
    );
  }
}

await installClickhouse();
