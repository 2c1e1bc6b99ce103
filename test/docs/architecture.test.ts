/** Imports follow the layer boundaries, and each external package is imported in one place. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const src = join(root, 'src/');
const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'));

/** What belongs to no part of the service: used by all. */
const SHARED = ['lib', 'errors', 'disk', 'settings'];

/** What each folder may import from, besides itself and what is shared. */
const MAY_USE: Record<string, readonly string[]> = {
  lib: [],
  errors: [],
  disk: [],
  // Some settings are built into the figures.
  settings: ['snapshot'],
  brand: [],
  snapshot: [],
  endpoints: ['snapshot'],
  accounts: [],
  warehouse: ['snapshot'],
  backup: ['accounts', 'warehouse'],
  request: ['endpoints', 'snapshot', 'accounts'],
  sandbox: ['request', 'endpoints', 'snapshot', 'accounts', 'warehouse'],
  docs: ['endpoints', 'request', 'sandbox', 'snapshot', 'words', 'brand'],
  words: [],
  // Its types are made from the OpenAPI document, once, among what customers install.
  client: ['..'],
  mcp: ['docs'],
  demo: ['snapshot'],
  http: ['request', 'endpoints', 'sandbox', 'docs', 'mcp', 'brand', 'words'],
  operations: ['endpoints', 'snapshot', 'accounts', 'warehouse', 'brand', 'webhooks'],
  webhooks: ['accounts'],
  admin: ['operations', 'accounts', 'warehouse'],
  cli: ['operations', 'snapshot', 'accounts', 'warehouse', 'backup', 'demo', 'server'],
};

/** The same of what runs in a browser. Files beside the folders put it together, and so know all of it. */
const theme = join(root, 'site/.vitepress/theme/');
const THEME_MAY_USE: Record<string, readonly string[]> = {
  words: [],
  locale: ['words'],
  shared: ['locale', 'words'],
  charts: ['locale'],
  call: ['shared', 'locale', 'words'],
  key: ['call', 'shared', 'locale', 'words'],
  code: ['call', 'shared', 'locale'],
  search: ['call', 'locale'],
  explorer: ['key', 'call', 'code', 'charts', 'shared', 'locale', 'words'],
  pictures: ['explorer', 'charts', 'shared', 'locale'],
  account: ['key', 'call', 'charts', 'shared', 'locale'],
  endpoint: ['account', 'pictures', 'explorer', 'key', 'call', 'code', 'shared', 'locale'],
  home: ['explorer', 'call', 'code', 'charts', 'shared', 'locale'],
  pricing: ['home', 'call', 'shared', 'locale'],
};

/** Packages that only some files may import: the rest of the code does not know them. */
const PACKAGES: Record<string, RegExp> = {
  'prom-client': /^server\/monitoring\/metrics\.ts$/,
  pino: /^server\/monitoring\/log\.ts$/,
  commander: /^cli\//,
  'cli-progress': /^cli\/printing\/progress\.ts$/,
  '@clickhouse/client': /^warehouse\/clickhouse\/server\/server\.ts$/,
  '@duckdb/node-api': /^warehouse\/database\/connection\.ts$/,
  'node:sqlite': /^accounts\/sqlite\//,
  pg: /^accounts\/postgres\//,
  minisearch: /^docs\/search\/search\.ts$/,
  negotiator: /^http\/headers\/accepted-encoding\.ts$/,
};

/** The folders beside the ports are engines, but for what all engines have in common. */
const COMMON = [
  'accounts/common/',
  ...['changes', 'database', 'deliveries', 'intake', 'versions'].map((name) => `warehouse/${name}/`),
];

/** The folder of the engine that a file belongs to. */
function adapterOf(file: string): string | undefined {
  const folder = /^(accounts|warehouse)\/[^/]+\//.exec(file)?.[0];
  return folder && COMMON.includes(folder) ? undefined : folder;
}

/** What a file imports: packages by their names, files by their paths in the folder. */
function importsOf(file: string, of = src): { target: string; isLocal: boolean }[] {
  const text = readFileSync(join(of, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom |\bimport\(|^import )'([^']+)'/gm)].map(([, name = '']) => {
    const isLocal = name.startsWith('.');
    return { target: isLocal ? local(file, name, of) : name, isLocal };
  });
}

const local = (file: string, target: string, of = src) => relative(of, join(of, dirname(file), target));
const top = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '');

/** Of each file, what it imports of this project, and of others. */
const IMPORTS = files.flatMap((file) => importsOf(file).map((each) => ({ file, ...each })));
const LOCAL = IMPORTS.filter(({ isLocal }) => isLocal);

test('imports point one way', () => {
  const wrong = LOCAL.filter(({ file, target }) => {
    const [from, to] = [top(file), top(target)];
    // What a server is made of is put together in one folder, which so knows all of it.
    return from !== to && from !== 'server' && ![...(MAY_USE[from] ?? []), ...SHARED].includes(to);
  });
  assert.deepEqual(wrong, []);
});

test('imports point one way in the browser too', () => {
  const ofTheme = globSync('*/**/*.{ts,vue}', { cwd: theme }).filter((file) => !file.endsWith('.test.ts'));
  for (const file of ofTheme)
    for (const { target, isLocal } of importsOf(file, theme)) {
      const [from, to] = [top(file), top(target)];
      const isAllowed = !isLocal || from === to || to === '..' || THEME_MAY_USE[from]?.includes(to);
      assert.ok(isAllowed, `${file} imports ${target}`);
    }
});

test('an adapter is seen only by the file that opens it, and a command by the program', () => {
  for (const { file, target } of LOCAL) {
    const adapter = adapterOf(target);
    const isSeen = adapter && !file.startsWith(adapter);
    if (isSeen) assert.equal(file, `${adapter.split('/')[0]}/open.ts`, `${file} imports ${target}`);
    const isCommand = file.startsWith('cli/') && target.startsWith('cli/commands/');
    if (isCommand) assert.equal(file, 'cli/program.ts', `${file} imports ${target}`);
  }
});

test('each outside package is known in one place, and a production install has them and nothing else', () => {
  for (const { file, target } of IMPORTS.filter(({ isLocal }) => !isLocal)) {
    const place = PACKAGES[target];
    if (place) assert.match(file, place, `${file} imports ${target}`);
    else assert.match(target, /^node:/, `${file} imports ${target}, listed nowhere`);
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const packages = IMPORTS.filter(({ isLocal, target }) => !isLocal && !target.startsWith('node:'));
  assert.deepEqual(Object.keys(dependencies), [...new Set(packages.map(({ target }) => target))].sort());
});

test('what a file declares is in the list beside it', () => {
  for (const folder of ['endpoints', 'operations']) {
    const list = `${folder}/list.ts`;
    const listed = new Set(importsOf(list).map(({ target }) => target));
    const names: readonly string[] = readFileSync(join(src, list), 'utf8').match(/\b\w+\b/g) ?? [];
    for (const file of files.filter((each) => each.startsWith(`${folder}/`))) {
      const text = readFileSync(join(src, file), 'utf8');
      for (const [, name = ''] of text.matchAll(/^export const (\w+) = define[A-Z]\w*\(/gm))
        assert.ok(listed.has(file) && names.includes(name), `${name} of ${file} is not in ${list}`);
    }
    assert.ok(listed.size > 1, list);
  }
});

/** What is taken by its path: by Node, before the tests, and by VitePress, in place of a file of its own. */
const TAKEN_BY_PATH = ['test/support/shared/setup.ts', 'site/.vitepress/theme/langs.ts'];

test('what is exported is imported', () => {
  const folders = ['src', 'site', 'site/.vitepress/**', 'test', 'bench', 'scripts'];
  const paths = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,vue,mjs}`, { cwd: root }));
  const code = [...new Set(paths)].filter((path) => !/\/(dist|cache|\.temp|\.pages)\//.test(path));
  const read = new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const taken = new Set<string>();
  for (const [path, text] of read) {
    const take = (target: string, names: string) => {
      for (const name of names.match(/\*|\w+/g) ?? []) taken.add(`${local(path, target, root)} ${name}`);
    };
    for (const [, names = '', target = ''] of text.matchAll(/\b(?:im|ex)port ([^;'"`]*?) from '(\.[^']+)'/g))
      take(target, names);
    // What is loaded later is named somewhere in the file.
    for (const [, target = ''] of text.matchAll(/\bimport\('(\.[^']+)'\)/g))
      take(target, text.replaceAll('*', ' '));
  }
  const left: string[] = [];
  for (const [path, text] of read) {
    if (/^src\/client\//.test(path) || TAKEN_BY_PATH.includes(path)) continue;
    for (const [, name] of text.matchAll(
      /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm,
    ))
      if (!taken.has(`${path} ${name}`) && !taken.has(`${path} *`)) left.push(`${path} exports ${name}`);
  }
  assert.deepEqual(left, []);
});

test('whoever opens the warehouse for a command closes it, however the command ends', () => {
  for (const file of files.filter((file) => file.startsWith('cli/') || file === 'warehouse/open.ts')) {
    const text = readFileSync(join(src, file), 'utf8');
    // One that is opened when it is first asked for is closed by whoever opened the context.
    for (const [opened] of text.matchAll(/^.*= await openWarehouse\(/gm))
      if (file !== 'cli/context.ts') assert.match(opened, /await using/, `${file}: ${opened}`);
  }
});

test('settings are read in one place, from the environment that the program was given', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join(src, file), 'utf8')));
  assert.deepEqual(readers.sort(), ['cli/main.ts', 'settings/config.ts']);
});

test('what a command writes goes where the program was told to write', () => {
  for (const file of files.filter((file) => /^(cli|operations)\//.test(file) && file !== 'cli/main.ts')) {
    const text = readFileSync(join(src, file), 'utf8');
    assert.doesNotMatch(text, /process\.(stdout|stderr|exitCode)/, file);
    // The context has a console of its own, on the streams that it was given.
    if (file !== 'cli/context.ts') assert.doesNotMatch(text, /\bconsole\./, file);
  }
});
