import { daysOfCall } from '../src/endpoints/form/days.ts';
import { answerData } from '../src/endpoints/form/endpoint.ts';
import { pointsFor } from '../src/endpoints/form/price.ts';
import { endpoints } from '../src/endpoints/index.ts';
import { Refusal } from '../src/errors/callers.ts';
import { daysIn } from '../src/lib/calendar.ts';
import { type DemoLanguage, demoLanguage } from '../src/lib/language.ts';
import { readQuery, readQuestion } from '../src/request/parameters.ts';
import { Market } from '../src/sandbox/market.ts';
import type { Language } from './languages.ts';

/** The currency of the sandbox. */
const CURRENCY = 'TWD';
const MOST_ITEMS = 5;

/** An answer as a page draws it. */
export interface AnswerPicture {
  readonly path: string;
  readonly currency: string;
  readonly data: DrawnData;
  /** Of an answer that is a list of names and nothing else. */
  readonly names: readonly string[] | undefined;
  /** How many there are besides those that are shown. */
  readonly more: number;
  /** Of the data that it is from; without it, that of the answer. */
  readonly coverage?: { readonly start: string; readonly end: string } | undefined;
  /** How many cells behind it are closed. */
  readonly closed?: number | undefined;
}

/** One of the sandbox, drawn while the site is built: no more of it than is drawn, because it stands in the page itself. */
export interface BuiltPicture extends AnswerPicture {
  /** The call, and what it cost. */
  readonly target: string;
  readonly charged: number;
}

interface DrawnData {
  readonly category?: string;
  readonly subCategory?: string;
  readonly start?: string;
  readonly end?: string;
  readonly items?: readonly unknown[];
}

/** What the pictures are about, in each language: a year of it where so many days can be asked for. */
const SHOWN: Readonly<Record<DemoLanguage, Readonly<Record<string, string>>>> = {
  en: { category: 'Home Appliances', sub: 'Vacuum Cleaners' },
  'zh-TW': { category: '家電', sub: '吸塵器' },
};
const YEAR = { start: '2025-06-09', end: '2026-06-07' } as const;

const market = new Market();

/** What the sandbox answers on a path, over the default period or over a year. */
export async function answerPicture(
  language: Language,
  path: string,
  period: 'default' | 'year' = 'default',
): Promise<BuiltPicture> {
  const given = { ...SHOWN[demoLanguage(language)], ...(period === 'year' && YEAR) };
  const { query, data, charged } = await sandboxAnswer(language, path, given);
  const { items = [] } = data;
  return {
    path,
    target: query === '' ? path : `${path}?${query}`,
    charged,
    currency: CURRENCY,
    data: data.items ? { ...data, items: items.slice(0, MOST_ITEMS) } : data,
    names: undefined,
    more: Math.max(0, items.length - MOST_ITEMS),
  };
}

/** What it answers to those of the parameters that the path takes. */
export async function sandboxAnswer(
  language: Language,
  path: string,
  given: Readonly<Record<string, string>>,
) {
  const snapshot = await market.snapshot(demoLanguage(language));
  if (typeof snapshot === 'string') throw new Error('The sandbox is not built: run "npm run site"');
  const endpoint = endpoints.find((each) => each.path === path);
  if (!endpoint) throw new Error(`There is no endpoint ${path}`);
  const query = `${new URLSearchParams(Object.entries(given).filter(([name]) => endpoint.takes.includes(name)))}`;
  const read = readQuery(query, endpoint.takes);
  const question = read instanceof Refusal ? read : readQuestion(snapshot, endpoint, read);
  if (question instanceof Refusal) throw question;
  const days = daysOfCall(endpoint, question.range, snapshot);
  const data: DrawnData = answerData(endpoint, question, days);
  const { priced } = days;
  return { query, data, charged: pointsFor(endpoint.price, daysIn(priced), snapshot.periodDays) };
}
