import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApiDocument } from '../../src/docs/openapi/openapi.ts';
import type { Put } from './documents.ts';
import { type Document as PythonDocument, pythonClient } from './python-client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SCHEMA = 'client/schema.d.ts';
const COMPILED = ['client.d.ts', 'client.js', 'budget.d.ts', 'budget.js', 'error.d.ts', 'error.js'];

/** The clients in client/: for TypeScript the types of the API, then JavaScript and declarations; for Python one file. */
export async function makeClients(put: Put): Promise<void> {
  // Types need no examples, which are most of the document, and no prices, which may change.
  const openApi = JSON.parse(JSON.stringify(openApiDocument())) as OpenAPI3 & PythonDocument;
  const document = JSON.parse(JSON.stringify(openApi), (name, value) => {
    if (/^examples?$/.test(name)) return undefined;
    // That there may be more keys one day is no type of them.
    if (name === 'additionalProperties' && value === true) return undefined;
    return name === 'description' ? value.replace(/\s*\*\*Price:\*\*[\s\S]*/, '') : value;
  }) as OpenAPI3;
  const types = astToString(await openapiTS(document));
  put(SCHEMA, types);
  const core = readFileSync(join(root, 'src/client/market_data.py'), 'utf8');
  put('client/market_data.py', pythonClient(core, openApi));
  const built = mkdtempSync(join(tmpdir(), 'mdq-client-'));
  try {
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.client.json', '--outDir', built],
      { cwd: root, stdio: 'inherit' },
    );
    for (const file of COMPILED) {
      const text = readFileSync(join(built, file), 'utf8');
      // The types are beside it there, and declarations name what is compiled.
      put(
        join('client', file),
        text.replace('../../client/', './').replaceAll(/(from '\.\/(?:budget|error))\.ts'/g, "$1.js'"),
      );
    }
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}
