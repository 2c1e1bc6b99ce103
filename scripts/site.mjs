// Builds the developer site when what it is made of has changed. Like setup.mjs it runs on the machine's own
// Node. With --optional a failed build is told and no more: the API serves without the site.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = [
  'guides',
  'site',
  'src/docs',
  'src/endpoints',
  'src/errors.ts',
  'src/request/account',
  'src/snapshot/calendar.ts',
  'CHANGELOG.md',
  'package-lock.json',
];
const MADE = /^(dist|cache|\.temp|\.pages|\.dist-.*|\.building)$|\.test\.ts$/;
const PATIENCE_MS = 180_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = join(root, 'site/.building');

if (!isFresh()) {
  const isMine = takeLock();
  try {
    if (isMine || !isFresh()) build();
  } finally {
    if (isMine) rmSync(lock, { force: true });
  }
}

function build() {
  console.error('Building the developer site, 10 to 20 seconds…');
  const started = Date.now();
  const node = join(root, 'node_modules/node/bin/node');
  const { status, stdout, stderr } = spawnSync(
    node,
    ['--disable-warning=ExperimentalWarning', 'site/build.ts', hashOfSources()],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  if (status === 0) {
    console.error(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    return;
  }
  console.error(`${stdout ?? ''}${stderr ?? ''}`);
  console.error('The developer site could not be built; the message is above. "npm run site" tries again.');
  if (!process.argv.includes('--optional')) process.exitCode = 1;
}

function isFresh() {
  const manifest = join(root, 'site/dist/manifest.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).sources === hashOfSources();
}

/** Of names and contents, not of times: a checkout changes those. */
function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesIn(source)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return [];
  if (/\.\w+$/.test(path) && !path.endsWith('.vitepress')) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !MADE.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

/** One build at a time. False: another one was waited for, or has not ended in a reasonable time. */
function takeLock() {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      if (isFresh()) return false;
      if (!isRunning(ownerOfLock())) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  return false;
}

function ownerOfLock() {
  try {
    // Empty: its owner is about to write.
    return Number(readFileSync(lock, 'utf8')) || process.pid;
  } catch {
    return 0;
  }
}

function isRunning(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
