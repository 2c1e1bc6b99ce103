import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lazily } from '../lib/made-once.ts';
import { type Language, languageOf } from '../words/index.ts';
import { fillPrices, withoutMarks } from './blocks.ts';
import { showPrices } from './price-numbers.ts';
import { referenceTable } from './reference-tables.ts';
import { priceFacts, type Terms } from './terms.ts';

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

export interface Guide extends Page {
  readonly language: Language;
  /** The Markdown with the comments that say which numbers are prices: the site shows the current ones in a browser. */
  readonly source: string;
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
  'recipes',
  'unattended',
  'spreadsheets',
  'agents',
  'start',
  'data-format',
  'imports',
  'operating',
  'admin-api',
  'admin-reference',
  'webhooks',
  'your-site',
  'deploy',
  'scaling-out',
  'scaling-out-accounts',
  'monitor',
  'selling-points',
  'key-limits',
  'backup',
  'upgrade',
  'performance',
  'disclosure-control',
  'threat-model',
];

interface GuideFile extends Omit<Guide, 'markdown' | 'source'> {
  readonly text: string;
}

/** The guides as they stand in their files: read once, they do not change while a server runs. */
const guideFiles = lazily((): GuideFile[] => {
  const dir = join(root, 'guides');
  return globSync('**/*.md', { cwd: dir })
    .map((file) => readGuide(file.replace(/\.md$/, ''), readFileSync(join(dir, file), 'utf8')))
    .sort((a, b) => position(a.id) - position(b.id) || (a.id < b.id ? -1 : 1));
});

/** Which key the examples of a page use: where there is no sandbox, the reader's own. */
const SANDBOX_EXPORT = /^(export MDQ_KEY=)mdk_test_ok.*$/gm;

/** The guides with the current prices, each filled in when it is first read. */
export function guidesWith(terms: Terms): Guide[] {
  const facts = priceFacts(terms);
  const hasSandbox = terms.sandboxRate !== undefined;
  return guideFiles().map(({ text, ...about }) => {
    const source = lazily(() =>
      fillPrices(hasSandbox ? text : text.replaceAll(SANDBOX_EXPORT, '$1mdk_…'), {
        table: (name) => referenceTable(name, terms),
        prices: (block, spec) => showPrices(block, spec, facts),
      }),
    );
    const markdown = lazily(() => withoutMarks(source(), (block) => block));
    const { name } = terms.brand ?? {};
    return {
      ...about,
      ...(name && basename(about.id) === 'index' && { title: name }),
      get source() {
        return source();
      },
      get markdown() {
        return markdown();
      },
    };
  });
}

function position(id: string): number {
  const index = ORDER.indexOf(basename(id));
  return (id.includes('/') ? 100 : 0) + (index < 0 ? ORDER.length : index);
}

function readGuide(id: string, whole: string): GuideFile {
  const [, matter = '', text = whole] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(whole) ?? [];
  const field = (name: string) =>
    new RegExp(`^${name}:\\s*(.+)$`, 'm').exec(matter)?.[1]?.replace(/^["']|["']$/g, '');
  return {
    id,
    title: field('title') ?? /^# (.+)$/m.exec(text)?.[1] ?? id,
    description: field('description') ?? '',
    url: `/developers/${id}`,
    audience: field('audience') === 'operators' ? 'operators' : 'callers',
    language: languageOf(id),
    text,
  };
}

/** The part of the changelog that is about the API, not the program. */
export function readApiChangelog(file = join(root, 'CHANGELOG.md')): string {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.indexOf('## The API'), text.indexOf('## The program')).trim();
}
