import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillTables } from './blocks.ts';
import type { Terms } from './prices.ts';
import { referenceTable } from './reference-tables.ts';

/** A page of the documentation, as Markdown. */
export interface Page {
  /** Such as `quickstart`, or `zh/quickstart`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Where people read it. */
  readonly url: string;
  readonly audience: Audience;
  readonly markdown: string;
}

/** For whom a page is: those who call the API, or those who run the service. */
export type Audience = 'callers' | 'operators';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The order in which the guides are read; those not named here follow. */
const ORDER = [
  'index',
  'quickstart',
  'authentication',
  'dates',
  'points',
  'errors',
  'fields',
  'privacy',
  'client',
  'agents',
  'start',
  'data-format',
  'operating',
  'deploy',
  'scaling-out',
  'scaling-out-accounts',
  'monitor',
  'backup',
  'upgrade',
  'performance',
  'threat-model',
];

/** The guides, from their files. */
export function readGuides(terms: Terms, dir = join(root, 'guides')): Page[] {
  return globSync('**/*.md', { cwd: dir })
    .map((file) => {
      const text = readFileSync(join(dir, file), 'utf8');
      return readPage(
        file.replace(/\.md$/, ''),
        fillTables(text, (name) => referenceTable(name, terms)),
      );
    })
    .sort((a, b) => place(a.id) - place(b.id) || (a.id < b.id ? -1 : 1));
}

function place(id: string): number {
  const index = ORDER.indexOf(basename(id));
  return (id.includes('/') ? 100 : 0) + (index < 0 ? ORDER.length : index);
}

function readPage(id: string, text: string): Page {
  const [, matter = '', body = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const field = (name: string) =>
    new RegExp(`^${name}:\\s*(.+)$`, 'm').exec(matter)?.[1]?.replace(/^["']|["']$/g, '');
  // What tells the writer where a block comes from is of no use to a reader.
  const markdown = body.replace(/<!--[\s\S]*?-->\n?/g, '').trim();
  return {
    id,
    title: field('title') ?? /^# (.+)$/m.exec(markdown)?.[1] ?? id,
    description: field('description') ?? '',
    url: `/developers/${id}`,
    audience: field('audience') === 'operators' ? 'operators' : 'callers',
    markdown,
  };
}

/** The part of the changelog that is about the API, not the program. */
export function readApiChangelog(file = join(root, 'CHANGELOG.md')): string {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.indexOf('## The API'), text.indexOf('## The program')).trim();
}
