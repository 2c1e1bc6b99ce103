import type { AnswerPicture } from '../../../answer-picture.ts';
import { PANELS } from '../explorer/panels/list.ts';
import type { Locale } from '../locale/locale.ts';
import type { ReadableTable } from '../shared/table.ts';

export function panelOf(path: string) {
  return PANELS.find((panel) => panel.path === path && !panel.isSideBySide);
}

interface Lists {
  readonly categories?: readonly string[];
  readonly subCategories?: readonly string[];
}

/** An answer as something to look at; undefined where it is neither figures nor a list of names. */
export function pictureOf(path: string, data: unknown, currency = ''): AnswerPicture | undefined {
  const { categories, subCategories, ...rest } = data as AnswerPicture['data'] & Lists;
  const names = categories ?? subCategories;
  if (!names && !panelOf(path)) return undefined;
  return { path, currency, data: rest, names, more: 0 };
}

/** The same as a table. */
export function tableOf({ path, data, names = [] }: AnswerPicture, locale: Locale): ReadableTable {
  const panel = panelOf(path);
  if (panel) return panel.table({ data }, 'amount', locale);
  return {
    columns: [{ label: locale.words.recorded.names, isWord: true }],
    rows: names.map((name) => [{ text: name, value: name }]),
  };
}
