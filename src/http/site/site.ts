import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { errorCodeHeader } from '../../errors/callers.ts';
import { isKnown } from '../../lib/etag.ts';
import { lazily } from '../../lib/made-once.ts';
import type { Reply } from '../../request/reply.ts';
import { folderOfTag } from '../../words/index.ts';
import { etagOf } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import { acceptedEncoding } from '../headers/accepted-encoding.ts';
import type { SiteFile, SiteManifest } from './site-manifest.ts';
import { NOT_BUILT } from './site-not-built.ts';
import { fillTokens, type Tokens } from './tokens.ts';

export const SITE_PATH = '/developers';

const DIST = fileURLToPath(new URL('../../../site/dist', import.meta.url));
const NOT_FOUND = '404';
const LONGEST_ADDRESS = 200;
const FORMER = /^(\w+\/)?(reference)(?:\.html|\/)?$/;
/** The page that lists what can be called. */
const ENDPOINTS = 'fields';
/** The best there is takes ten times as long, for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

type Extension = '' | '.br' | '.gz';

/** A file with what is the operator's in it; compressed when somebody asks for that, beside the event loop. */
interface Filled {
  readonly etag: string;
  readonly packed: Readonly<Record<Extension, () => Promise<Buffer>>>;
}

/** The developer site, as `npm run site` built it. Without a build the API serves all the same. */
export class Site {
  readonly #dir: string;
  #written: number | undefined;
  #files: ReadonlyMap<string, SiteFile> | undefined;
  #styles: readonly string[] = [];
  /** What was sent before, by name: one copy, whoever reads it. */
  readonly #contents = new Map<string, Promise<Buffer>>();
  /** Those with what is the operator's in them, once for a brand. */
  readonly #filled = new Map<string, Promise<Filled>>();
  readonly #tokens: () => Tokens;
  #filledWith: Tokens | undefined;

  constructor(tokens: () => Tokens, dir = DIST) {
    this.#tokens = tokens;
    this.#dir = dir;
  }

  async reply({ target, headers }: Exchange): Promise<Reply> {
    await this.#look();
    const address = target.path.slice(SITE_PATH.length + 1);
    const found = this.#find(address);
    const better = found ? undefined : this.#betterAddress(address);
    if (better !== undefined) return movedTo(`${better}${target.query ? `?${target.query}` : ''}`);
    const [, folder, isFormer] = FORMER.exec(address) ?? [];
    if (!found && isFormer) return movedTo(this.#pageOfPath(folder ?? '', target.query));
    const file = found ?? this.#find(NOT_FOUND);
    if (!file) return notBuilt(address === '');
    return this.#fileReply(found && address !== NOT_FOUND ? 200 : 404, file, headers);
  }

  #find(address: string): SiteFile | undefined {
    const file = this.#files?.get(address);
    return file?.isForOperators && !this.#tokens().has('operators') ? undefined : file;
  }

  /** The files of the newest build, which may change while the server runs, as the brand may that they are filled with. */
  async #look(): Promise<void> {
    const tokens = this.#tokens();
    if (tokens !== this.#filledWith) this.#filled.clear();
    this.#filledWith = tokens;
    const path = join(this.#dir, 'manifest.json');
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs === this.#written) return;
      const manifest = JSON.parse(await readFile(path, 'utf8')) as SiteManifest;
      this.#files = new Map(Object.entries(manifest.files));
      this.#styles = manifest.styles;
      this.#contents.clear();
      this.#filled.clear();
      this.#written = mtimeMs;
    } catch {
      // While one build takes the place of another there is none for a moment.
    }
  }

  async #fileReply(status: number, file: SiteFile, headers: Exchange['headers']): Promise<Reply> {
    const encoding = file.isCompressed ? acceptedEncoding(headers['accept-encoding']) : undefined;
    const filled = file.hasTokens ? await this.#kept(this.#filled, file.name, () => this.#fill(file)) : file;
    const etag = `"${filled.etag}${encoding ? `-${encoding.extension}` : ''}"`;
    const common = {
      cache: file.isHashed && !file.hasTokens ? 'public, max-age=31536000, immutable' : 'no-cache',
      isPage: file.scripts !== undefined,
      headers: [
        ...['etag', etag, 'vary', 'accept-encoding'],
        ...(file.scripts ? ['content-security-policy', contentPolicy(file.scripts, this.#styles)] : []),
        ...(status === 404 ? errorCodeHeader('notFound') : []),
      ],
    };
    if (isKnown(headers['if-none-match'], etag)) return { ...common, status: 304, body: '' };
    return {
      ...common,
      status,
      type: file.type,
      headers: encoding ? [...common.headers, 'content-encoding', encoding.name] : common.headers,
      body: await this.#content(filled, encoding ? `.${encoding.extension}` : ''),
    };
  }

  #content(file: SiteFile | Filled, extension: Extension): Promise<Buffer> {
    if ('packed' in file) return file.packed[extension]();
    const name = file.name + extension;
    return this.#kept(this.#contents, name, () => readFile(join(this.#dir, name)));
  }

  async #fill({ name, scripts }: SiteFile): Promise<Filled> {
    const text = await readFile(join(this.#dir, name), 'utf8');
    const body = Buffer.from(fillTokens(text, this.#tokens(), scripts ? 'html' : 'script'));
    return {
      etag: etagOf(body),
      packed: {
        '': async () => body,
        '.br': lazily(() => promisify(brotliCompress)(body, BROTLI)),
        '.gz': lazily(() => promisify(gzip)(body)),
      },
    };
  }

  #kept<Made>(all: Map<string, Promise<Made>>, name: string, make: () => Promise<Made>): Promise<Made> {
    let made = all.get(name);
    if (!made) {
      made = make();
      all.set(name, made);
      // What could not be read may be there the next time.
      made.catch(() => all.delete(name));
    }
    return made;
  }

  /** The form that called any path was a page of its own: each path is called on its own page now. */
  #pageOfPath(folder: string, query: string): string {
    const path = new URLSearchParams(query.slice(0, LONGEST_ADDRESS)).get('path') ?? '';
    const page = `${folder}api/${path.replace(/^\/api\/(public\/)?/, '')}`;
    return this.#files?.get(page)?.scripts ? page : `${folder}${ENDPOINTS}`;
  }

  /** Where a page is that was asked for in another way: `quickstart.html`, `quickstart/`, `zh`, `zh-TW`, `index`. */
  #betterAddress(address: string): string | undefined {
    if (address.length > LONGEST_ADDRESS) return undefined;
    const bare = address
      .replace(/^[^/]+/, (first) => folderOfTag(first) ?? first)
      .replace(/\/$/, '')
      .replace(/(^|\/)index(\.html)?$/, '$1')
      .replace(/\.html$/, '');
    return [bare, `${bare}/`].find((each) => each !== address && this.#find(each)?.scripts);
  }
}

function movedTo(address: string): Reply {
  return { status: 301, body: '', headers: ['location', `${SITE_PATH}/${address}`] };
}

/** A page loads from this host only, and has only the scripts and styles that were built into it. */
function contentPolicy(scripts: readonly string[], styles: readonly string[]): string {
  const list = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${list(scripts)}`,
    `style-src 'self' 'unsafe-hashes'${list(styles)}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function notBuilt(isHome: boolean): Reply {
  return {
    status: isHome ? 200 : 404,
    body: Buffer.from(NOT_BUILT),
    type: 'text/html; charset=utf-8',
    headers: isHome ? [] : errorCodeHeader('notFound'),
  };
}
