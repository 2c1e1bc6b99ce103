import { readFileSync } from 'node:fs';
import { daysIn, parseDay } from '../src/snapshot/calendar.ts';
import type { Language } from './languages.ts';

/** A recorded call of the explorer, and what it was answered. */
export interface RecordedAnswer {
  readonly target: string;
  readonly charged: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const FILES = { en: 'recorded-en.ndjson', zh: 'recorded-zh-TW.ndjson' } as const;

/** What the pictures of both languages are about. */
export const SHOWN = {
  en: { category: 'Home Appliances', sub: 'Vacuum Cleaners' },
  zh: { category: '家電', sub: '吸塵器' },
} as const;

const read = new Map<Language, readonly RecordedAnswer[]>();

/** The recorded answer of an endpoint about what is shown, over the default period or over so many days. */
export function recordedAnswer(language: Language, path: string, days?: number): RecordedAnswer | undefined {
  const { category, sub } = SHOWN[language];
  return answersIn(language).find(({ target, data }) => {
    const url = new URL(target, 'http://service');
    const fits = (name: string, value: string) => [null, value].includes(url.searchParams.get(name));
    if (url.pathname !== path || !fits('category', category) || !fits('sub', sub)) return false;
    return days === undefined ? !url.searchParams.has('start') : days === daysOf(data);
  });
}

function daysOf({ start, end }: Readonly<Record<string, unknown>>): number {
  return daysIn({ start: parseDay(String(start)) ?? 0, end: parseDay(String(end)) ?? 0 });
}

function answersIn(language: Language): readonly RecordedAnswer[] {
  const known = read.get(language);
  if (known) return known;
  const file = new URL(`.vitepress/theme/explorer/${FILES[language]}`, import.meta.url);
  const answers = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as RecordedAnswer);
  read.set(language, answers);
  return answers;
}
