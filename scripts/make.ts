// Makes every document and client that is not written by hand, says of each file whether it changed, and names what is
// not translated yet. With --check it changes nothing, and names what is out of date and fails; `documents` and `clients`
// name the parts to make, all without.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDocs } from '../src/docs/docs.ts';
import { DEMO_LANGUAGES } from '../src/lib/language.ts';
import { sandboxKey } from '../src/sandbox/keys.ts';
import { LANGUAGES } from '../src/words/index.ts';
import { makeClients } from './make/clients.ts';
import { makeDocuments } from './make/documents.ts';
import { withSandbox } from './make/sandbox-service.ts';
import { describeText, missingOnSite, missingTypes, translationState } from './make/translations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const outcomes = new Map<string, string>();
const PARTS = ['documents', 'clients'];
for (const name of positionals)
  if (!PARTS.includes(name)) throw new Error(`no part "${name}"; there are: ${PARTS.join(', ')}`);

if (isAsked('documents')) {
  await withSandbox(async (url) => {
    for (const language of DEMO_LANGUAGES)
      await makeDocuments({ url, key: sandboxKey(language) }, language, put);
  });
}
if (isAsked('clients')) await makeClients(put);

for (const [file, outcome] of [...outcomes].sort())
  if (!values.check || outcome === 'out of date') console.log(`${outcome.padEnd(11)} ${file}`);
const docs = createDocs();
for (const language of LANGUAGES.filter((each) => each !== 'en' && !values.check)) {
  const { missing, outOfDate } = translationState(language, docs);
  const texts = [
    ...missing.map(describeText),
    ...missingTypes(language, docs),
    ...missingOnSite(language, docs),
  ];
  for (const text of texts) console.log(`not in ${language} yet: ${text}`);
  for (const [english] of outOfDate) console.log(`no longer said in English, but in ${language}: ${english}`);
}
if (values.check && [...outcomes.values()].includes('out of date')) {
  console.error('Run "npm run make" and look at what changed.');
  process.exitCode = 1;
}

/** Brings a file up to date, or notes that it is not. */
function put(file: string, text: string): void {
  if (outcomes.has(file)) throw new Error(`${file} is made twice`);
  const path = join(root, file);
  const isSame = existsSync(path) && readFileSync(path, 'utf8') === text;
  outcomes.set(file, isSame ? 'unchanged' : values.check ? 'out of date' : 'made');
  if (!isSame && !values.check) writeFileSync(path, text);
}

function isAsked(part: string): boolean {
  return positionals.length === 0 || positionals.includes(part);
}
