import { SETTINGS } from '../config.ts';
import { parametersOf } from '../endpoints/endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { ERRORS, type ErrorName } from '../errors.ts';
import { CHINESE_ENDPOINTS, CHINESE_MEANINGS } from './chinese.ts';
import { glanceTable } from './glance-table.ts';

/** Tables of the guides that say what the code says, by the name under which a page asks for them. */
export const referenceTables: Readonly<Record<string, () => string>> = {
  prices: () =>
    prices(['Path', 'Parameters', 'Points'], {
      none: 'none',
      comma: ', ',
      fixed: ', fixed',
      each: 'periods',
    }),
  'prices zh': () =>
    prices(['路徑', '參數', '點數'], { none: '無', comma: '、', fixed: '（固定）', each: '期數' }),
  glance: () => glance('en'),
  'glance zh': () => glance('zh'),
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
      'names what is wrong, and what it takes',
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

function glance(language: 'en' | 'zh'): string {
  const { header, rows } = glanceTable(language);
  return markdown(header, rows);
}

function prices(
  header: readonly string[],
  words: { none: string; comma: string; fixed: string; each: string },
): string {
  return markdown(
    header,
    endpoints.map((endpoint) => [
      code(endpoint.path),
      parametersOf(endpoint).map(code).join(words.comma) || words.none,
      `${endpoint.price.base}${endpoint.price.kind === 'fixed' ? words.fixed : ` × ${words.each}`}`,
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
