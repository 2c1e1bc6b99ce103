import { demoLanguage } from '../src/lib/language.ts';
import { PANELS } from './.vitepress/theme/explorer/panels/list.ts';
import type { Language } from './languages.ts';
import { recordedAnswer } from './recorded-answers.ts';

/** The currency of the demo data. */
const CURRENCY = 'TWD';
const MOST_ITEMS = 5;
const MOST_NAMES = 10;

/** An answer as a page draws it. */
export interface AnswerPicture {
  readonly path: string;
  readonly currency: string;
  readonly data: RecordedData;
  /** Of an answer that is a list of names and nothing else. */
  readonly names: readonly string[] | undefined;
  /** How many there are besides those that are shown. */
  readonly more: number;
  /** Of the data that it is from; without it, that of the answer. */
  readonly coverage?: { readonly start: string; readonly end: string } | undefined;
  /** How many cells behind it are not shown. */
  readonly suppressed?: number | undefined;
}

/** One that was recorded: no more of it than is drawn, because it stands in the page itself. */
export interface RecordedPicture extends AnswerPicture {
  /** The call, and what it cost. */
  readonly target: string;
  readonly charged: number;
}

interface RecordedData {
  readonly category?: string;
  readonly subCategory?: string;
  readonly start?: string;
  readonly end?: string;
  readonly items?: readonly unknown[];
}

/** Undefined for an endpoint that has no recorded answer, or none that can be drawn. */
export function answerPicture(
  language: Language,
  path: string,
  period: 'default' | 'year' = 'default',
): RecordedPicture | undefined {
  const answer = recordedAnswer(demoLanguage(language), path, period);
  if (!answer) return undefined;
  const { target, charged } = answer;
  const { categories, subCategories, ...data } = answer.data as RecordedData & Lists;
  const names = categories ?? subCategories;
  if (!names && !PANELS.some((panel) => panel.path === path)) return undefined;
  const [all, most] = names ? [names, MOST_NAMES] : [data.items ?? [], MOST_ITEMS];
  return {
    path,
    target,
    charged,
    currency: CURRENCY,
    data: data.items ? { ...data, items: data.items.slice(0, MOST_ITEMS) } : data,
    names: names?.slice(0, MOST_NAMES),
    more: Math.max(0, all.length - most),
  };
}

interface Lists {
  readonly categories?: readonly string[];
  readonly subCategories?: readonly string[];
}
