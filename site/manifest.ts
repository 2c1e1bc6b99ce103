import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { SiteFile, SiteManifest } from '../src/http/site/site-manifest.ts';
import { hasTokens } from '../src/http/site/tokens.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};
const COMPRESSIBLE = /\.(html|css|js|json|svg)$/;
const SMALLEST = 600;
/** The best there is takes ten times as long, for a few percent. */
const BROTLI_QUALITY = 9;

/** Compresses what is served, and lists it: the server sends nothing that is not in this list. */
export async function writeManifest(dir: string, sources: string): Promise<void> {
  const names = globSync('**/*.*', { cwd: dir }).sort();
  const isForOperators = operatorFiles(dir, names);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = await describe(dir, name);
      return [addressOf(name), { ...file, ...(isForOperators(name) && { isForOperators: true }) }] as const;
    }),
  );
  const manifest: SiteManifest = { sources, styles: stylesIn(dir, names), files: Object.fromEntries(files) };
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest));
}

/** Below /developers, without a slash at its start. */
function addressOf(name: string): string {
  return name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '');
}

/** The pages for operators, and the programs that show the same in a browser. */
function operatorFiles(dir: string, names: readonly string[]): (name: string) => boolean {
  const pages = names.filter(
    (name) =>
      name.endsWith('.html') && readFileSync(join(dir, name), 'utf8').includes('class="Layout operators"'),
  );
  const programs = pages.map((name) => `assets/${name.replace(/html$/, 'md.').replaceAll('/', '_')}`);
  return (name) => pages.includes(name) || programs.some((program) => name.startsWith(program));
}

async function describe(dir: string, name: string): Promise<SiteFile> {
  const body = readFileSync(join(dir, name));
  const isHtml = name.endsWith('.html');
  const withTokens = /\.(html|js)$/.test(name) && hasTokens(body.toString());
  return {
    name,
    type: TYPES[name.replace(/^.*\./, '')] ?? 'application/octet-stream',
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    isHashed: name.startsWith('assets/'),
    isCompressed:
      COMPRESSIBLE.test(name) &&
      body.length >= SMALLEST &&
      (withTokens || (await compress(join(dir, name), body))),
    ...(withTokens && { hasTokens: true }),
    ...(isHtml && { scripts: inlineScripts(body.toString()) }),
  };
}

async function compress(path: string, body: Buffer): Promise<true> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    promisify(gzip)(body, { level: 9 }),
  ]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
  return true;
}

/** The scripts in a page by their hashes: a browser runs no other. */
function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, text = '']) => hashOf(text));
}

/** The styles in pages, which are those of the colours in examples, likewise. */
function stylesIn(dir: string, names: readonly string[]): string[] {
  const pages = names.filter((name) => name.endsWith('.html'));
  const texts = pages.flatMap((name) => {
    const html = readFileSync(join(dir, name), 'utf8');
    const styles = html.matchAll(/\sstyle="([^"]*)"|<style[^>]*>([\s\S]*?)<\/style>/g);
    return [...styles].map(([, attribute, element]) => attribute?.replaceAll('&quot;', '"') ?? element ?? '');
  });
  return [...new Set(texts)].sort().map(hashOf);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
