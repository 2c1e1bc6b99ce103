// Makes the blocks of README.md and guides/ anew, from the code and from the answers of the real service on
// the demo data of a fixed date. With --check it changes nothing and fails when a page is out of date.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureFile, pictureTargets, type RecordedAnswer } from '../site/recorded-answers.ts';
import { fillBlocks } from '../src/docs/blocks.ts';
import { exampleTarget } from '../src/docs/example-calls.ts';
import { jsonText } from '../src/docs/json-text.ts';
import { wrongNumber } from '../src/docs/price-numbers.ts';
import { priceFacts, USUAL_TERMS } from '../src/docs/prices.ts';
import { referenceTable } from '../src/docs/reference-tables.ts';
import { endpoints } from '../src/endpoints/index.ts';
import type { DemoLanguage } from '../src/lib/language.ts';
import { type DemoService, withDemoService } from './demo-service.ts';

/** The Sunday on which the demo data of the documentation ends. */
const UNTIL = '2026-06-07';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

const guides = ['README.md', ...globSync('guides/**/*.md', { cwd: root })].sort();
const chineseGuides = guides.filter((page) => page.startsWith('guides/zh/'));

await record(
  'en',
  'src/docs/examples.json',
  guides.filter((page) => !chineseGuides.includes(page)),
);
await record('zh-TW', 'src/docs/examples-zh-TW.json', chineseGuides);
console.log(
  stale.length === 0
    ? 'All pages are up to date.'
    : `${isCheck ? 'Out of date' : 'Rewritten'}: ${stale.join(', ')}`,
);
if (isCheck && stale.length > 0) {
  console.error('Run "npm run docs" and look at what changed.');
  process.exitCode = 1;
}

/** The answers of one language: those of the example calls, and those on the pages that are in it. */
async function record(language: DemoLanguage, examples: string, pages: readonly string[]): Promise<void> {
  await withDemoService(UNTIL, language, async (service) => {
    put(examples, await recordExamples(service, language));
    put(pictureFile(language), await recordPictures(service, language));
    for (const page of pages) {
      const text = readFileSync(join(root, page), 'utf8');
      put(
        page,
        await fillBlocks(text, {
          table: (name) => referenceTable(name),
          prices: (block, spec) => checked(page, block, spec),
          answer: (request) => answer(service, request),
        }),
      );
    }
  });
}

/** What the pictures of the site are drawn from. */
async function recordPictures({ url, key }: DemoService, language: DemoLanguage): Promise<string> {
  const answers: RecordedAnswer[] = [];
  for (const target of pictureTargets(language)) {
    const response = await fetch(url + target, { headers: { 'x-api-key': key } });
    const { data } = (await response.json()) as Pick<RecordedAnswer, 'data'>;
    answers.push({ target, charged: Number(response.headers.get('x-points-charged')), data });
  }
  return `[\n${answers.map((answer) => JSON.stringify(answer)).join(',\n')}\n]\n`;
}

/** Words of a page, as they are: the numbers in them that are prices must be the usual ones. */
function checked(page: string, block: string, spec: string): string {
  const wrong = wrongNumber(block, spec, priceFacts(USUAL_TERMS));
  if (wrong) throw new Error(`${page}: in the block "prices ${spec}", ${wrong}`);
  return block;
}

/** Brings a file up to date, or notes that it is not. */
function put(file: string, text: string): void {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  stale.push(file);
  if (!isCheck) writeFileSync(path, text);
}

/** What the service answers to the example call of each endpoint. */
async function recordExamples({ url, key }: DemoService, language: DemoLanguage): Promise<string> {
  const answers = endpoints.map(async (endpoint) => {
    const response = await fetch(url + exampleTarget(endpoint, language), { headers: { 'x-api-key': key } });
    return [endpoint.path, await response.json()];
  });
  return `${JSON.stringify(Object.fromEntries(await Promise.all(answers)), null, 2)}\n`;
}

/** `Prefer=handling=strict` */
function splitHeader(header: string): [name: string, value: string] {
  const equals = header.indexOf('=');
  return [header.slice(0, equals), header.slice(equals + 1)];
}

async function answer({ url, key }: DemoService, request: string): Promise<string> {
  const [method = 'GET', path = '', ...headers] = request.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': key, ...Object.fromEntries(headers.map(splitHeader)) },
  });
  return `\`\`\`json\n${jsonText(await response.json())}\n\`\`\``;
}
