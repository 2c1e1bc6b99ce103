// Makes the typed client in client/ from the OpenAPI document: the types of the API, then JavaScript and
// declarations for those who import "market-data-query/client". With --check it only says whether it is fresh.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApiDocument } from '../src/docs/openapi.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

// Types need no examples, which are most of the document.
const document = JSON.parse(JSON.stringify(openApiDocument()), (name, value) =>
  /^examples?$/.test(name) ? undefined : value,
) as OpenAPI3;
const types = astToString(await openapiTS(document));
put('src/client/schema.ts', `// Made from the OpenAPI document by "npm run client".\n${types}`);

const built = mkdtempSync(join(tmpdir(), 'mdq-client-'));
try {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.client.json', '--outDir', built],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  for (const file of readdirSync(built).sort())
    put(join('client', file), readFileSync(join(built, file), 'utf8'));
} finally {
  rmSync(built, { recursive: true, force: true });
}
console.log(
  stale.length === 0
    ? 'The client is up to date.'
    : `${isCheck ? 'Out of date' : 'Written'}: ${stale.join(', ')}`,
);
if (isCheck && stale.length > 0) process.exitCode = 1;

function put(file: string, text: string): void {
  const path = join(root, file);
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch {}
  stale.push(file);
  if (!isCheck) writeFileSync(path, text);
}
