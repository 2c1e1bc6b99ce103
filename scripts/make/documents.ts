import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillBlocks } from '../../src/docs/blocks.ts';
import { exampleTarget } from '../../src/docs/examples/example-calls.ts';
import { jsonText } from '../../src/docs/examples/json-text.ts';
import { wrongNumber } from '../../src/docs/price-numbers.ts';
import { referenceTable } from '../../src/docs/reference-tables.ts';
import { priceFacts, USUAL_TERMS } from '../../src/docs/terms.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { type DemoLanguage, demoLanguage } from '../../src/lib/language.ts';
import { languageOf } from '../../src/words/index.ts';
import { ADMIN_REFERENCE, makeAdminReference } from './admin-reference.ts';
import { askUntilServed } from './sandbox-service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Put = (file: string, text: string) => void;

/** Whom to ask, and with which key. */
interface Asked {
  readonly url: string;
  readonly key: string;
}

/**
 * The answers of the sandbox on the pages of one language, with all other blocks of README.md and guides/; in English those
 * of the example calls too, and the admin reference.
 */
export async function makeDocuments(service: Asked, language: DemoLanguage, put: Put): Promise<void> {
  if (language === 'en') {
    put('src/docs/examples/examples.json', await recordExamples(service));
    await makeAdminReference(put);
  }
  const pages = ['README.md', ...globSync('guides/**/*.md', { cwd: root, exclude: [ADMIN_REFERENCE] })];
  for (const page of pages.filter(
    (each) => demoLanguage(languageOf(each.replace('guides/', ''))) === language,
  )) {
    put(
      page,
      await fillBlocks(readFileSync(join(root, page), 'utf8'), {
        table: (name) => referenceTable(name),
        prices: (block, spec) => checked(page, block, spec),
        answer: (request) => answer(service, request),
      }),
    );
  }
}

/** Words of a page, as they are: the numbers in them that are prices must be the usual ones. */
function checked(page: string, block: string, spec: string): string {
  const wrong = wrongNumber(block, spec, priceFacts(USUAL_TERMS));
  if (wrong) throw new Error(`${page}: in the block "prices ${spec}", ${wrong}`);
  return block;
}

/** What the service answers to the example call of each endpoint. */
async function recordExamples({ url, key }: Asked): Promise<string> {
  const answers = endpoints.map(async (endpoint) => {
    const response = await askUntilServed(url + exampleTarget(endpoint), { headers: { 'x-api-key': key } });
    return [endpoint.path, await response.json()];
  });
  return `${JSON.stringify(Object.fromEntries(await Promise.all(answers)), null, 2)}\n`;
}

/** `Prefer=handling=strict` */
function splitHeader(header: string): [name: string, value: string] {
  const equals = header.indexOf('=');
  return [header.slice(0, equals), header.slice(equals + 1)];
}

async function answer({ url, key }: Asked, request: string): Promise<string> {
  const [method = 'GET', path = '', ...headers] = request.split(' ');
  const response = await askUntilServed(url + path, {
    method,
    headers: { 'x-api-key': key, ...Object.fromEntries(headers.map(splitHeader)) },
  });
  return `\`\`\`json\n${jsonText(await response.json())}\n\`\`\``;
}
