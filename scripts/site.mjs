// Builds the developer site when what it is made of has changed. Like setup.mjs it runs on the machine's own Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeTurn } from './lock.mjs';
import { run } from './run.mjs';

const SOURCES = [
  'guides',
  'site',
  'src/docs',
  'src/endpoints',
  'src/lib/csv.ts',
  'src/lib/language.ts',
  'src/errors',
  'src/lib/printable.ts',
  'src/request/account',
  'src/snapshot/calendar.ts',
  'src/words',
  'CHANGELOG.md',
  'CHANGELOG.zh-TW.md',
  'package-lock.json',
];
const MADE = /^(dist|cache|\.temp|\.pages|\.dist-.*|\.building)$|\.test\.ts$/;

const root = fileURLToPath(new URL('..', import.meta.url));

if (!isFresh() && (await takeTurn(join(root, 'site/.building'), isFresh))) {
  console.error('Building the developer site, 10 to 20 seconds…');
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
