// Makes the blocks of README.md and guides/ anew, from the code and from the answers of the real service on
// the demo data of a fixed date. With --check it changes nothing and fails when a page is out of date.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillBlocks } from '../src/docs/blocks.ts';
import { jsonText } from '../src/docs/json-text.ts';
import { referenceTables } from '../src/docs/reference-tables.ts';

/** The Sunday on which the demo data of the documentation ends. */
const UNTIL = '2026-06-07';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');
const dataDir = mkdtempSync(join(tmpdir(), 'mdq-docs-'));
const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
const mdq = (...args: string[]) =>
  JSON.parse(
    execFileSync(`${root}mdq`, [...args, '--json'], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );

const { key } = mdq('demo', '--until', UNTIL);
const server = spawn(`${root}mdq`, ['serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const [line] = await once(server.stdout, 'data');
  const { url } = JSON.parse(String(line));
  const stale: string[] = [];
  for (const page of ['README.md', ...globSync('guides/**/*.md', { cwd: root })].sort()) {
    const before = readFileSync(join(root, page), 'utf8');
    const after = await fillBlocks(before, { table, answer: (request) => answer(url, request) });
    if (after === before) continue;
    stale.push(page);
    if (!isCheck) writeFileSync(join(root, page), after);
  }
  console.log(
    stale.length === 0
      ? 'All pages are up to date.'
      : `${isCheck ? 'Out of date' : 'Rewritten'}: ${stale.join(', ')}`,
  );
  if (isCheck && stale.length > 0) {
    console.error('Run "npm run docs" and look at what changed.');
    process.exitCode = 1;
  }
} finally {
  server.kill();
  await once(server, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

function table(name: string): string {
  const make = referenceTables[name];
  if (!make) throw new Error(`no table "${name}"; there are: ${Object.keys(referenceTables).join(', ')}`);
  return make();
}

async function answer(url: string, request: string): Promise<string> {
  const [method = 'GET', path = '', ...headers] = request.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': key, ...Object.fromEntries(headers.map((header) => header.split('='))) },
  });
  return `\`\`\`json\n${jsonText(await response.json())}\n\`\`\``;
}
