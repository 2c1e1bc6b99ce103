import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../errors/stores.ts';
import { DEMO_LANGUAGES, type DemoLanguage } from '../lib/language.ts';
import type { Derived } from '../snapshot/derived.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import type { ServedTables, Tables } from '../snapshot/tables.ts';
import { packTags } from '../snapshot/tag-lists.ts';
import { loadApart } from '../warehouse/versions/load-apart.ts';

/** Where the build of the site puts the sandbox. */
export const SANDBOX_DIR = fileURLToPath(new URL('../../site/dist-sandbox', import.meta.url));
export const TABLES_FILE = 'tables.zst';

/** What the same tables are called in another language. */
export type MarketNames = Pick<Tables, 'categories' | 'subs' | 'methods' | 'tags'> & {
  readonly audienceMethods: readonly string[];
};

export function namesFile(language: DemoLanguage): string {
  return `names-${language}.json`;
}

/**
 * The figures of the sandbox, loaded when they are first asked for, in a thread of their own. Whatever the language, the
 * columns are the same memory.
 */
export class Market {
  readonly #dir: string;
  #files: Promise<MarketFiles> | undefined;
  readonly #snapshots = new Map<DemoLanguage, Promise<Snapshot>>();

  constructor(dir = SANDBOX_DIR) {
    this.#dir = dir;
  }

  /** Undefined where there is no build: there may be one the next time. */
  async snapshot(language: DemoLanguage): Promise<Snapshot | undefined> {
    let snapshot = this.#snapshots.get(language);
    if (!snapshot) {
      snapshot = this.#load(language);
      this.#snapshots.set(language, snapshot);
    }
    try {
      return await snapshot;
    } catch (error) {
      // What is damaged is not read again and again.
      if (codeOf(error) !== 'ENOENT') return undefined;
      this.#files = undefined;
      this.#snapshots.delete(language);
      return undefined;
    }
  }

  async #load(language: DemoLanguage): Promise<Snapshot> {
    this.#files ??= readFiles(this.#dir);
    const { tables, derived, names } = await this.#files;
    const text = names.get(language);
    if (text === undefined) return new Snapshot(tables, derived);
    const { tags, audienceMethods, ...others } = JSON.parse(text) as MarketNames;
    const settings = { ...tables.facts.settings, audienceMethods };
    return new Snapshot(
      { ...tables, ...others, facts: { ...tables.facts, settings } },
      { ...derived, tags: packTags(tags, others.subs.length) },
    );
  }
}

interface MarketFiles {
  readonly tables: ServedTables;
  readonly derived: Derived;
  /** As they are in their files: there may never be a question in that language. */
  readonly names: ReadonlyMap<DemoLanguage, string>;
}

/** All of them at once: names of another build would be those of other columns. */
async function readFiles(dir: string): Promise<MarketFiles> {
  const others = DEMO_LANGUAGES.filter((language) => language !== 'en');
  const [packed, ...texts] = await Promise.all([
    readFile(join(dir, TABLES_FILE)),
    ...others.map((language) => readFile(join(dir, namesFile(language)), 'utf8')),
  ]);
  const loaded = await loadApart({ parts: [packed] });
  if (!loaded) throw new Error('the tables of the sandbox are damaged');
  return { ...loaded, names: new Map(others.map((language, i) => [language, texts[i] ?? ''])) };
}
