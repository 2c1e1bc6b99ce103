// Makes every document and client that is not written by hand, says of each file whether it changed, and names what is
// not translated yet. With --check it changes nothing and fails where a file is out of date; `documents`, `explorer`
// and `clients` name the parts to make, all without.
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
import { makeRecording } from './make/explorer.ts';
import { withSandbox } from './make/sandbox-service.ts';
import { describeText, missingOnSite, missingTypes, translationState } from './make/translations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Those that record what the sandbox answers, and those that need no answer. */
const RECORDED = { documents: makeDocuments, explorer: makeRecording };
const WRITTEN = { clients: makeClients };

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const outcomes = new Map<string, string>();
const parts = [...Object.keys(RECORDED), ...Object.keys(WRITTEN)];
for (const name of positionals)
  if (!parts.includes(name)) throw new Error(`no part "${name}"; there are: ${parts.join(', ')}`);

const recorded = asked(RECORDED);
if (recorded.length > 0) {
  await withSandbox(async (url) => {
    for (const language of DEMO_LANGUAGES) {
      for (const make of recorded) await make({ url, key: sandboxKey(language) }, language, put);
    }
  });
}
for (const make of asked(WRITTEN)) await make(put);

for (const [file, outcome] of [...outcomes].sort()) console.log(`${outcome.padEnd(11)} ${file}`);
const docs = createDocs();
for (const language of LANGUAGES.filter((each) => each !== 'en')) {
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
  const path = join(root, file);
  const isSame = existsSync(path) && readFileSync(path, 'utf8') === text;
  outcomes.set(file, isSame ? 'unchanged' : values.check ? 'out of date' : 'made');
  if (!isSame && !values.check) writeFileSync(path, text);
}

function asked<Make>(parts: Readonly<Record<string, Make>>): Make[] {
  const names = Object.keys(parts).filter((name) => positionals.length === 0 || positionals.includes(name));
  return names.flatMap((name) => parts[name] ?? []);
}
