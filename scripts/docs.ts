// Makes the blocks of README.md and guides/ anew, from the code and from the answers of the real service on
// the demo data of a fixed date. With --check it changes nothing and fails when a page is out of date.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillBlocks } from '../src/docs/blocks.ts';
import { exampleTarget } from '../src/docs/example-calls.ts';
import { jsonText } from '../src/docs/json-text.ts';
import { referenceTables } from '../src/docs/reference-tables.ts';
import { endpoints } from '../src/endpoints/index.ts';

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

const stale: string[] = [];
const { key } = mdq('demo', '--until', UNTIL);
const server = spawn(`${root}mdq`, ['serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const [line] = await once(server.stdout, 'data');
  const { url } = JSON.parse(String(line));
  put('src/docs/examples.json', await recordExamples(url));
  for (const page of ['README.md', ...globSync('guides/**/*.md', { cwd: root })].sort()) {
    const text = readFileSync(join(root, page), 'utf8');
    put(page, await fillBlocks(text, { table, answer: (request) => answer(url, request) }));
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

/** Brings a file up to date, or notes that it is not. */
function put(file: string, text: string): void {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  stale.push(file);
  if (!isCheck) writeFileSync(path, text);
}

/** What the service answers to the example call of each endpoint. */
async function recordExamples(url: string): Promise<string> {
  const answers = endpoints.map(async (endpoint) => {
    const response = await fetch(url + exampleTarget(endpoint), { headers: { 'x-api-key': key } });
    return [endpoint.path, await response.json()];
  });
  return `${JSON.stringify(Object.fromEntries(await Promise.all(answers)), null, 2)}\n`;
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
