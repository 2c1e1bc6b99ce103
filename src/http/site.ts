import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteFile, SiteManifest } from './site-manifest.ts';
import { notBuiltPage } from './site-not-built.ts';

const PREFIX = '/developers';
const DIST = fileURLToPath(new URL('../../site/dist', import.meta.url));
const NOT_FOUND = '404';

const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** Whether an address belongs to the site, whatever is or is not there. */
export function isSitePath(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`);
}

/** The developer site, as `npm run site` built it. Without a build the API serves all the same. */
export function registerSite(app: FastifyInstance, dir = DIST): void {
  const current = follow(dir);
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...SAFE_HEADERS, 'x-request-id': request.id });
    const address = addressOf(request.url);
    const files = await current();
    const found = files?.get(address);
    const better = found ? undefined : betterAddress(address, files);
    if (better !== undefined) return reply.redirect(`${PREFIX}/${better}${queryOf(request.url)}`, 301);
    const file = found ?? files?.get(NOT_FOUND);
    if (!file) return sendNotBuilt(reply, address === '');
    return send(request, reply.code(found && address !== NOT_FOUND ? 200 : 404), file, dir);
  };
  for (const url of [PREFIX, `${PREFIX}/*`]) app.route({ method: ['GET', 'HEAD'], url, handler });
}

type Files = ReadonlyMap<string, SiteFile>;

/** The files of the newest build: it may change while the server runs. */
function follow(dir: string): () => Promise<Files | undefined> {
  const path = join(dir, 'manifest.json');
  let written: number | undefined;
  let files: Files | undefined;
  return async () => {
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs === written) return files;
      const manifest = JSON.parse(await readFile(path, 'utf8')) as SiteManifest;
      files = new Map(Object.entries(manifest.files));
      written = mtimeMs;
    } catch {
      // While one build takes the place of another there is none for a moment.
    }
    return files;
  };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  dir: string,
): Promise<FastifyReply> {
  const encoding = file.isCompressed ? acceptedEncoding(request.headers['accept-encoding']) : undefined;
  const etag = `"${file.etag}${encoding ? `-${encoding.extension}` : ''}"`;
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.scripts && { 'content-security-policy': contentPolicy(file.scripts) }),
  });
  if (request.headers['if-none-match']?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag)) {
    return reply.code(304).send();
  }
  if (encoding) reply.header('content-encoding', encoding.name);
  const body = await readFile(join(dir, `${file.name}${encoding ? `.${encoding.extension}` : ''}`));
  return reply.header('content-type', file.type).send(body);
}

const ENCODINGS = [
  { name: 'br', extension: 'br' },
  { name: 'gzip', extension: 'gz' },
];

function acceptedEncoding(header: string | string[] | undefined): (typeof ENCODINGS)[number] | undefined {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.replace(/\s*;.*$/, ''));
  return ENCODINGS.find(({ name }) => accepted.includes(name));
}

/** A page loads from this host only, and runs only the scripts that were built into it. */
function contentPolicy(scripts: readonly string[]): string {
  const own = scripts.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${own}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What the address names below the site: `''`, `quickstart`, `assets/app.js`. */
function addressOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURIComponent(path.slice(PREFIX.length + 1));
  } catch {
    return path;
  }
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}

/** Where a page is that was asked for in another way: `quickstart.html`, `quickstart/`, `zh`, `index`. */
function betterAddress(address: string, files: Files | undefined): string | undefined {
  const bare = address
    .replace(/\/+$/, '')
    .replace(/(^|\/)index(\.html)?$/, '$1')
    .replace(/\.html$/, '');
  return [bare, `${bare}/`].find((each) => each !== address && files?.get(each)?.scripts);
}

function sendNotBuilt(reply: FastifyReply, isHome: boolean): FastifyReply {
  return reply
    .code(isHome ? 200 : 404)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(notBuiltPage());
}
