import { pageOfPath } from '../../../../src/docs/page-of-path.ts';
import type { DataOf } from '../call/call.ts';
import { listsNames } from '../key/name-lists.ts';
import type { ToolLocale } from '../locale/tool-locale.ts';
import type { Table } from '../shared/csv.ts';
import { number, type ReadableTable, type TableCell, word } from '../shared/table.ts';
import { timeCell, timeColumn } from './times.ts';
import { nameOf } from './usage.ts';

/** A call that was charged. */
export type Call = DataOf<'accountCall'>;

export function callsTable(calls: readonly Call[]): Table {
  return {
    columns: ['time', 'path', 'parameters', 'key_id', 'key_last4', 'points', 'request_id'],
    rows: calls.map(({ time, path, parameters, key, points, request_id }) => [
      time,
      path,
      parameters ? new URLSearchParams(parameters).toString() : null,
      key.id,
      key.last4,
      points,
      request_id,
    ]),
  };
}

/** Where the same can be asked again: the page of the path, filled in. */
export function againAt({ path, parameters }: Pick<Call, 'path' | 'parameters'>): string {
  const query = new URLSearchParams(parameters ?? {}).toString();
  return `/${pageOfPath(path)}${query === '' ? '' : `?${query}`}`;
}

/** The same for reading: times are those of the reader's clock. */
export function readableCalls(
  calls: readonly Call[],
  locale: ToolLocale,
  pageOf: (path: string) => string,
): ReadableTable {
  const { words, format } = locale;
  const { account } = words;
  return {
    columns: [
      timeColumn(calls, locale),
      word(account.path),
      word(account.asked),
      number(account.measures.points),
      word(words.access.key),
      { ...word(account.request), isLink: true },
      { ...word(account.again), isLink: true },
    ],
    rows: calls.map(({ time, path, parameters, key, points, request_id }) => [
      timeCell(time, locale),
      { text: nameOf(path, words), value: path, title: path },
      askedCell({ path, parameters }, locale),
      { text: format.count(points), value: points },
      { text: `mdk_…${key.last4}`, value: key.id },
      {
        text: request_id,
        value: request_id,
        link: `${pageOf('/call')}?id=${encodeURIComponent(request_id)}`,
      },
      { text: account.askAgain, value: path, link: pageOf(againAt({ path, parameters })) },
    ]),
  };
}

function askedCell(
  { path, parameters }: Pick<Call, 'path' | 'parameters'>,
  { words, format }: ToolLocale,
): TableCell {
  if (parameters === null) return { text: '–', value: '' };
  const { start, end, ...names } = parameters;
  // A list of names has no period.
  const usual = listsNames(path) ? [] : [words.account.defaults];
  const days =
    start && end
      ? [format.days({ start, end })]
      : start
        ? [`${format.day(start)} –`]
        : end
          ? [`– ${format.day(end)}`]
          : usual;
  const text = [...Object.values(names), ...days].join(' · ');
  return { text: text === '' ? '–' : text, value: text };
}
