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
const SCHEMA = 'src/client/schema.ts';
/** What the compiler makes that is needed: the types alone leave an empty module. */
const PACKED = ['client.d.ts', 'client.js', 'schema.d.ts'];

/** The clients in client/: for TypeScript the types of the API, then JavaScript and declarations; for Python one file. */
export async function makeClients(put: Put): Promise<void> {
  // Types need no examples, which are most of the document, and no prices, which may change.
  const openApi = JSON.parse(JSON.stringify(openApiDocument())) as OpenAPI3 & PythonDocument;
  const document = JSON.parse(JSON.stringify(openApi), (name, value) => {
    if (/^examples?$/.test(name)) return undefined;
    return name === 'description' ? value.replace(/\s*\*\*Price:\*\*[\s\S]*/, '') : value;
  }) as OpenAPI3;
  const types = astToString(await openapiTS(document));
  put(SCHEMA, `// Made from the OpenAPI document by "npm run make".\n${types}`);
  const core = readFileSync(join(root, 'src/client/market_data.py'), 'utf8');
  put('client/market_data.py', pythonClient(core, openApi));
  const built = mkdtempSync(join(tmpdir(), 'mdq-client-'));
  try {
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.client.json', '--outDir', built],
      { cwd: root, stdio: 'inherit' },
    );
    for (const file of PACKED) put(join('client', file), readFileSync(join(built, file), 'utf8'));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}
