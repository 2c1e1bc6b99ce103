import { parametersOf } from '../endpoints/endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { ERRORS, type ErrorName } from '../errors/callers.ts';
import { SETTINGS } from '../settings/settings.ts';
import { CHINESE_ENDPOINTS, CHINESE_MEANINGS } from './chinese.ts';
import { glanceTable } from './glance-table.ts';
import { type Terms, USUAL_TERMS } from './prices.ts';
import { monthlyPoints, USE_CASES } from './use-cases.ts';

/** Tables of the guides that say what the code says, by the name under which a page asks for them. */
const TABLES: Readonly<Record<string, (terms: Terms) => string>> = {
  prices: (terms) =>
    prices(terms, ['Path', 'Parameters', 'Points'], {
      none: 'none',
      comma: ', ',
      fixed: ', fixed',
      each: 'periods',
    }),
  'prices zh': (terms) =>
    prices(terms, ['路徑', '參數', '點數'], { none: '無', comma: '、', fixed: '（固定）', each: '期數' }),
  glance: (terms) => glance('en', terms),
  'glance zh': (terms) => glance('zh', terms),
  month: (terms) => month('en', ['Use', 'Calls', 'Points a month'], terms),
  'month zh': (terms) => month('zh', ['用途', '呼叫', '每月點數'], terms),
  endpoints: () =>
    markdown(
      ['Path', 'What it answers'],
      endpoints.map(({ path, summary }) => [code(path), summary]),
    ),
  'endpoints zh': () =>
    markdown(
      ['路徑', '回答什麼'],
      endpoints.map(({ path, summary }) => [code(path), CHINESE_ENDPOINTS[path]?.summary ?? summary]),
    ),
  errors: () =>
    errors(
      ['HTTP', '`msg`', 'What happened, and what to do'],
      'names what is wrong, and what it must be',
      (name) => ERRORS[name].meaning,
    ),
  'errors zh': () =>
    errors(
      ['HTTP', '`msg`', '發生什麼，怎麼辦'],
      '指出哪裡有誤，以及接受什麼',
      (name) => CHINESE_MEANINGS[name],
    ),
  settings: () =>
    markdown(
      ['Variable', 'Default', 'Meaning'],
      Object.entries(SETTINGS).map(([name, setting]) => [
        code(name),
        setting.default === '' ? 'none' : code(setting.default),
        setting.meaning,
      ]),
    ),
};

export function referenceTable(name: string, terms: Terms = USUAL_TERMS): string {
  const make = TABLES[name];
  if (!make) throw new Error(`no table "${name}"; there are: ${Object.keys(TABLES).join(', ')}`);
  return make(terms);
}

function glance(language: 'en' | 'zh', terms: Terms): string {
  const { header, rows } = glanceTable(language, terms);
  return markdown(header, rows);
}

function month(language: 'en' | 'zh', header: readonly string[], { prices }: Terms): string {
  const bases = new Map(prices.rows().map(({ path, base }) => [path, base]));
  return markdown(
    header,
    USE_CASES.map((useCase) => {
      const { title, calls } = useCase[language];
      const points = monthlyPoints(useCase, (path) => bases.get(path) ?? 0);
      return [title, calls, points.toLocaleString('en')];
    }),
  );
}

function prices(
  terms: Terms,
  header: readonly string[],
  words: { none: string; comma: string; fixed: string; each: string },
): string {
  return markdown(
    header,
    endpoints.map((endpoint) => [
      code(endpoint.path),
      parametersOf(endpoint).map(code).join(words.comma) || words.none,
      `${terms.prices.priceOf(endpoint).base}${endpoint.price.kind === 'per-period' ? ` × ${words.each}` : words.fixed}`,
    ]),
  );
}

/** The message of a bad request differs each time: `anyMessage` stands for it. */
function errors(
  header: readonly string[],
  anyMessage: string,
  meaningOf: (name: ErrorName) => string,
): string {
  const names = Object.keys(ERRORS) as ErrorName[];
  return markdown(
    header,
    names.map((name) => [
      String(ERRORS[name].status),
      name === 'badRequest' ? anyMessage : code(ERRORS[name].msg),
      meaningOf(name),
    ]),
  );
}

function code(text: string): string {
  return `\`${text}\``;
}

function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
