import { existsSync, readFileSync } from 'node:fs';
import { endpoints } from '../src/endpoints/index.ts';
import type { DemoLanguage } from '../src/lib/language.ts';

/** A call of the service on demo data, and what it was answered. */
export interface RecordedAnswer {
  readonly target: string;
  readonly charged: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the pictures are about, in each language. */
const SHOWN: Readonly<Record<DemoLanguage, Readonly<Record<string, string>>>> = {
  en: { category: 'Home Appliances', sub: 'Vacuum Cleaners' },
  'zh-TW': { category: '家電', sub: '吸塵器' },
};

/** A year of the documentation's demo data: what the home page shows. */
export const YEAR = { start: '2025-06-09', end: '2026-06-07' } as const;
const YEARLY = '/api/public/trends/market';

/** The calls whose answers are drawn: each endpoint over the default period, and one trend over a year. */
export function pictureTargets(language: DemoLanguage): string[] {
  const shown = SHOWN[language];
  const target = (path: string, parameters: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(parameters).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  const names = (endpoint: (typeof endpoints)[number]) =>
    Object.fromEntries(
      endpoint.takes.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]]])),
    );
  return [
    ...endpoints.map((endpoint) => target(endpoint.path, names(endpoint))),
    target(YEARLY, { category: shown.category ?? '', ...YEAR }),
  ];
}

export function pictureFile(language: DemoLanguage): string {
  return `site/pictures-${language}.json`;
}

/** The recorded answer of an endpoint, over the default period or over the year. Without one there is no picture. */
export function recordedAnswer(
  language: DemoLanguage,
  path: string,
  period: 'default' | 'year' = 'default',
): RecordedAnswer | undefined {
  return answersIn(language).find(({ target }) => {
    const url = new URL(target, 'http://service');
    return url.pathname === path && url.searchParams.has('start') === (period === 'year');
  });
}

const read = new Map<DemoLanguage, readonly RecordedAnswer[]>();

function answersIn(language: DemoLanguage): readonly RecordedAnswer[] {
  const known = read.get(language);
  if (known) return known;
  const file = new URL(`../${pictureFile(language)}`, import.meta.url);
  const answers = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswer[]) : [];
  read.set(language, answers);
  return answers;
}
