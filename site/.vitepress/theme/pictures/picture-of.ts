import type { AnswerPicture } from '../../../answer-picture.ts';
import type { Figures } from '../explorer/panel.ts';
import { PANELS } from '../explorer/panels/list.ts';
import type { Locale } from '../locale/locale.ts';
import { type ReadableTable, word } from '../shared/table.ts';

export function panelOf(path: string) {
  return PANELS.find((panel) => panel.path === path && !panel.isSideBySide);
}

interface Lists {
  readonly categories?: readonly string[];
  readonly subCategories?: readonly string[];
}

/** An answer as something to look at; undefined where it is neither figures nor a list of names. */
export function pictureOf(
  path: string,
  data: unknown,
  of: Pick<AnswerPicture, 'currency' | 'coverage' | 'closed'>,
): AnswerPicture | undefined {
  const { categories, subCategories, ...rest } = data as AnswerPicture['data'] & Lists;
  const names = categories ?? subCategories;
  if (!names && !panelOf(path)) return undefined;
  return { path, ...of, data: rest, names, more: 0 };
}

/** What its panel draws and lists: `data` is that of the picture, or a part of it. */
export function figuresOf({ data: all, closed = 0 }: AnswerPicture, data = all): Figures {
  return { data, closed: new Map([[data, closed]]) };
}

/** How many bars are drawn of how many, where that is not all of them. */
export function restText(
  { path, data, more }: AnswerPicture,
  limit: number | undefined,
  { words }: Locale,
): string {
  const { items = [] } = data;
  const [shown, all] = [items.slice(0, limit).length, items.length + more];
  if (shown === 0 || shown === all) return '';
  return words.pictures[panelOf(path)?.name === 'growth' ? 'fastest' : 'largest'](shown, all);
}

/** The same as a table. */
export function tableOf(picture: AnswerPicture, locale: Locale): ReadableTable {
  const { path, names = [] } = picture;
  const panel = panelOf(path);
  if (panel) return panel.table(figuresOf(picture), 'amount', locale);
  return {
    columns: [word(locale.words.pictures.names)],
    rows: names.map((name) => [{ text: name, value: name }]),
  };
}
