import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../errors/stores.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../lib/language.ts';
import { lazily } from '../lib/made-once.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import type { Facts, Tables } from '../snapshot/tables.ts';
import { packTags } from '../snapshot/tag-lists.ts';
import { loadPartsApart } from '../warehouse/versions/load-apart.ts';

/** Where the build of the site puts the sandbox. */
export const SANDBOX_DIR = fileURLToPath(new URL('../../site/dist-sandbox', import.meta.url));
export const TABLES_FILE = 'tables.zst';
/** How long to wait after the figures could not be read, before they are tried again. */
const PAUSE_MS = 1000;

/** Tables and names say which sources they were made from: names made from other sources would not fit the columns. */
interface Made {
  readonly sources: string;
}
export type MarketFacts = Facts & Made;

/** What the same tables are called in another language. */
export type MarketNames = Pick<Tables, 'categories' | 'subs' | 'methods' | 'tags'> &
  Made & { readonly audienceMethods: readonly string[] };

export function namesFile(language: DemoLanguage): string {
  return `names-${language}.json`;
}

/** Why there are no figures. */
export type NoFigures = 'not-built' | 'unreadable';
type Snapshots = ReadonlyMap<DemoLanguage, () => Snapshot>;

const OTHERS = DEMO_LANGUAGES.filter((language) => language !== 'en');
const FILES = [TABLES_FILE, ...OTHERS.map(namesFile)];

class Damaged extends Error {}

/**
 * The figures of the sandbox, loaded when they are first asked for, in a thread of their own. Whatever the language, the
 * columns are the same memory.
 */
export class Market {
  readonly #dir: string;
  /** Told once of figures that cannot be read, until they can be. */
  readonly #onUnreadable: (error: unknown) => void;
  #snapshots: Promise<Snapshots | NoFigures> | undefined;
  #isTold = false;
  /** The files that were found to be damaged: they are not read again. */
  #damaged: string | undefined;

  constructor(dir = SANDBOX_DIR, onUnreadable: (error: unknown) => void = () => {}) {
    this.#dir = dir;
    this.#onUnreadable = onUnreadable;
  }

  async snapshot(language: DemoLanguage): Promise<Snapshot | NoFigures> {
    this.#snapshots ??= this.#load();
    const snapshots = await this.#snapshots;
    return typeof snapshots === 'string' ? snapshots : (snapshots.get(language)?.() ?? 'not-built');
  }

  /** Never rejects: whatever failed is tried again, after a pause. */
  async #load(): Promise<Snapshots | NoFigures> {
    let why: NoFigures = 'unreadable';
    let files: string | undefined;
    try {
      files = await stateOf(this.#dir);
      if (files !== this.#damaged) {
        const snapshots = await readSnapshots(this.#dir);
        this.#isTold = false;
        return snapshots;
      }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') why = 'not-built';
      else if (!this.#isTold) {
        this.#isTold = true;
        this.#onUnreadable(error);
      }
      if (error instanceof Damaged) this.#damaged = files;
    }
    setTimeout(() => {
      this.#snapshots = undefined;
    }, PAUSE_MS).unref();
    return why;
  }
}

/** Another text once one of the files has changed. */
async function stateOf(dir: string): Promise<string> {
  const all = await Promise.all(FILES.map((file) => stat(join(dir, file))));
  return all.map(({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`).join();
}

async function readSnapshots(dir: string): Promise<Snapshots> {
  const [packed = Buffer.of(), ...texts] = await Promise.all(FILES.map((file) => readFile(join(dir, file))));
  const loaded = await loadPartsApart([packed]);
  if (!loaded) throw new Damaged('the tables of the sandbox are damaged');
  const { tables, derived } = loaded;
  const named = OTHERS.map((language, i): [DemoLanguage, () => Snapshot] => {
    const { tags, audienceMethods, sources, ...others } = parsed(String(texts[i]));
    if (sources !== (tables.facts as MarketFacts).sources)
      throw new Damaged('the tables and the names of the sandbox are of two builds');
    const settings = { ...tables.facts.settings, audienceMethods };
    const publication = `${sources} ${language}`;
    const make = () =>
      new Snapshot(
        { ...tables, ...others, facts: { ...tables.facts, publication, settings } },
        { ...derived, tags: packTags(tags, others.subs.length) },
      );
    return [language, lazily(make)];
  });
  return new Map([['en', lazily(() => new Snapshot(tables, derived))], ...named]);
}

function parsed(names: string): MarketNames {
  try {
    return JSON.parse(names) as MarketNames;
  } catch {
    throw new Damaged('the names of the sandbox are damaged');
  }
}
