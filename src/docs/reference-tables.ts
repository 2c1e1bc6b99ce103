import { endpoints } from '../endpoints/index.ts';
import { ERRORS, type ErrorName } from '../errors/callers.ts';
import { thousands } from '../lib/count.ts';
import { SETTINGS } from '../settings/settings.ts';
import { inFolder, type Language, say } from '../words/index.ts';
import { type Terms, USUAL_TERMS } from './terms.ts';
import { monthlyPoints, USE_CASES, type UseCase } from './use-cases.ts';

/** What the tables say beside what the code says. */
export const TABLE_LABELS = {
  path: 'Path',
  parameters: 'Parameters',
  points: 'Points',
  none: 'none',
  comma: ', ',
  fixed: ', fixed',
  periods: 'periods',
  whatItAnswers: 'What it answers',
  whatHappened: 'What happened, and what to do',
  use: 'Use',
  calls: 'Calls',
  pointsAMonth: 'Points a month',
} as const;

export function label(language: Language, key: keyof typeof TABLE_LABELS): string {
  return say(language, { kind: 'label', key, english: TABLE_LABELS[key] });
}

/** Tables of the guides that say what the code says, by the name under which a page asks for them. */
const TABLES: Readonly<Record<string, (language: Language, terms: Terms) => string>> = {
  prices: (language, { prices }) => {
    const fixed = label(language, 'fixed');
    const each = ` × ${label(language, 'periods')}`;
    return table(
      language,
      ['path', 'parameters', 'points'],
      endpoints.map((endpoint) => [
        code(endpoint.path),
        endpoint.takes.map(code).join(label(language, 'comma')) || label(language, 'none'),
        `${prices.priceOf(endpoint).base}${endpoint.price.kind === 'per-period' ? each : fixed}`,
      ]),
    );
  },
  month: (language, { prices }) => {
    const bases = new Map(prices.rows().map(({ path, base }) => [path, base]));
    return table(
      language,
      ['use', 'calls', 'pointsAMonth'],
      USE_CASES.map((useCase) => {
        const { title, calls } = useCaseTexts(useCase, language);
        return [title, calls, thousands(monthlyPoints(useCase, (path) => bases.get(path) ?? 0))];
      }),
    );
  },
  endpoints: (language) =>
    table(
      language,
      ['path', 'whatItAnswers'],
      endpoints.map(({ path, summary }) => [
        code(path),
        say(language, { kind: 'summary', key: path, english: summary }),
      ]),
    ),
  errors: (language) =>
    markdown(
      ['HTTP', '`x-error-code`', '`msg`', label(language, 'whatHappened')],
      (Object.keys(ERRORS) as ErrorName[]).map((name) => [
        String(ERRORS[name].status),
        code(ERRORS[name].code),
        code(ERRORS[name].msg),
        say(language, { kind: 'error', key: name, english: ERRORS[name].meaning }),
      ]),
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

/** `prices`, or in the language of a folder: `prices zh`. */
export function referenceTable(spec: string, terms: Terms = USUAL_TERMS): string {
  const [name = '', folder = ''] = spec.split(' ');
  const make = TABLES[name];
  if (!make) throw new Error(`no table "${name}"; there are: ${Object.keys(TABLES).join(', ')}`);
  const language = inFolder(folder);
  if (folder !== '' && language === 'en') throw new Error(`no language has the folder "${folder}"`);
  return make(language, terms);
}

export function useCaseTexts({ id, title, calls }: UseCase, language: Language) {
  return {
    title: say(language, { kind: 'label', key: id, english: title }),
    calls: say(language, { kind: 'label', key: `${id}Calls`, english: calls }),
  };
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(
  language: Language,
  header: readonly (keyof typeof TABLE_LABELS)[],
  rows: readonly (readonly string[])[],
): string {
  return markdown(
    header.map((key) => label(language, key)),
    rows,
  );
}

function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
