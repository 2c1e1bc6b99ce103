// Builds the developer site and the figures of the sandbox, or the one that is named, when what they are made of has
// changed. Like setup.mjs it runs on the machine's own Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeTurn } from './lock.mjs';
import { run } from './run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is built: where, by which program and from what, with whatever that imports. */
const BUILT = [
  {
    name: 'sandbox',
    takes: 'up to a minute',
    dir: 'site/dist-sandbox',
    program: 'scripts/sandbox.ts',
    sources: ['scripts/sandbox.ts', 'src/cli/commands/demo.ts'],
  },
  {
    name: 'developer site',
    takes: 'up to a minute',
    dir: 'site/dist',
    program: 'site/build.ts',
    sources: [
      'guides',
      'site',
      'src/docs',
      ...readdirSync(root).filter((name) => name.startsWith('CHANGELOG')),
      'package-lock.json',
    ],
  },
];
const MADE = /^(dist|dist-sandbox|cache|\.temp|\.pages|\.dist-.*|\.building)$|\.test\.ts$/;

const [asked] = process.argv.slice(2);
const parts = BUILT.filter(({ name }) => asked === undefined || asked === name);
if (parts.length === 0) {
  console.error(`Nothing here is called "${asked}": ${BUILT.map(({ name }) => `"${name}"`).join(' or ')}`);
  process.exit(1);
}
const areAllFresh = () => parts.every(isFresh);
if (!areAllFresh() && (await takeTurn(join(root, 'site/.building'), areAllFresh))) {
  for (const part of parts.filter((each) => !isFresh(each))) await build(part);
}

async function build({ name, takes, program, sources }) {
  console.error(`Building the ${name}, ${takes}…`);
  const started = Date.now();
  const { status, output } = await run(
    join(root, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', program, hashOf(sources)],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  ).ended;
  if (status === 0) {
    console.error(`Built the ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  } else {
    console.error(output);
    console.error(`The ${name} could not be built; the message is above. "npm run site" tries again.`);
    process.exitCode = 1;
  }
}

function isFresh({ dir, sources }) {
  try {
    const manifest = readFileSync(join(root, dir, 'manifest.json'), 'utf8');
    return JSON.parse(manifest).sources === hashOf(sources);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}

/** Of names and contents, not of times: a checkout changes those. */
function hashOf(sources) {
  const hash = createHash('sha256');
  // A set hands over what is added to it while it is gone through.
  const files = new Set(sources.flatMap(filesIn));
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0`).update(content);
    for (const imported of importsOf(file, content)) files.add(imported);
  }
  return hash.digest('hex');
}

/** What it imports, or runs as a thread. Types alone make nothing. */
function importsOf(file, content) {
  if (!/\.(ts|vue|m?js)$/.test(file)) return [];
  const imports = String(content).matchAll(
    /(?:^(?:import|export) (?!type\b)(?:[^;']* from )?|\bimport\(|\bnew URL\()'(\.[^']+)'/gm,
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
