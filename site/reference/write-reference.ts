import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { OWN_PAGES } from '../pages.ts';

const NAMES = [
  ['explorer', 'Explorer'],
  ['account', 'Account'],
] as const;

/** Puts the page of the reference into the built site, with all it needs. */
export async function writeReference(dir: string): Promise<void> {
  mkdirSync(join(dir, 'assets'), { recursive: true });
  const assets = {
    'scalar.js': await scalarScript(),
    'client.js': stripTypeScriptTypes(read('client.ts')),
    'reference.css': read('reference.css'),
  };
  let page = read('reference.html').replace('{own pages}', ownPages());
  for (const [name, text] of Object.entries(assets)) page = page.replace(`{${name}}`, put(name, text));
  writeFileSync(join(dir, 'reference.html'), page);

  function put(name: string, text: string): string {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    const address = `assets/${name.replace('.', `.${hash}.`)}`;
    writeFileSync(join(dir, address), text);
    return address;
  }
}

/** The package holds its script inside its server plugin, so that is asked for it. */
async function scalarScript(): Promise<string> {
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { body, statusCode } = await app.inject('/reference/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar has no script at the expected address: ${statusCode}`);
  return body;
}

function ownPages(): string {
  return NAMES.filter(([page]) => OWN_PAGES.includes(`${page}.md`))
    .map(([page, name]) => `<a href="/developers/${page}">${name}</a>`)
    .join('\n        ');
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
