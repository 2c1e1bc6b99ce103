import { pageOfPath } from '../../../../src/docs/page-of-path.ts';
import { listsNames } from '../key/name-lists.ts';
import type { ToolLocale } from '../locale/tool-locale.ts';
import type { Table } from '../shared/csv.ts';
import type { ReadableTable } from '../shared/table.ts';
import { nameOf } from './usage.ts';

/** One of what `/api/account/calls` answers, newest first. */
export interface Call {
  /** In UTC, such as `2026-06-05T09:12:44.120Z`. */
  readonly time: string;
  readonly path: string;
  /** What was asked for; null where it was not kept. */
  readonly parameters: Readonly<Record<string, string>> | null;
  readonly key: { readonly id: string; readonly last4: string };
  readonly points: number;
  readonly request_id: string;
}

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

/** The zone of this reader's clock, such as `GMT+8`. */
export function zoneOf(time: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(new Date(time));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Where the same can be asked again: the page of the path, filled in. */
function againAt({ path, parameters }: Call): string {
  const query = new URLSearchParams(parameters ?? {}).toString();
  return `/${pageOfPath(path)}${query === '' ? '' : `?${query}`}`;
}

/** The same for reading: times are those of the reader's clock. */
export function readableCalls(
  calls: readonly Call[],
  { words, format }: ToolLocale,
  pageOf: (path: string) => string,
): ReadableTable {
  const { account } = words;
  const word = (label: string) => ({ label, isWord: true });
  return {
    columns: [
      word(account.timeIn(zoneOf(calls[0]?.time ?? new Date().toISOString()))),
      word(account.path),
      word(account.asked),
      { label: account.points, isWord: false },
      word(account.key),
      { ...word(account.request), isLink: true },
      { ...word(account.again), isLink: true },
    ],
    rows: calls.map(({ time, path, parameters, key, points, request_id }) => [
      { text: format.moment(time), value: time, title: account.utc(time.replace('T', ' ').slice(0, 19)) },
      { text: nameOf(path, words), value: path, title: path },
      askedCell(parameters, path, { words, format }),
      { text: format.count(points), value: points },
      { text: `mdk_…${key.last4}`, value: key.id },
      {
        text: request_id,
        value: request_id,
        link: `${pageOf('/call')}?id=${encodeURIComponent(request_id)}`,
      },
      {
        text: account.askAgain,
        value: path,
        link: pageOf(againAt({ path, parameters, time, key, points, request_id })),
      },
    ]),
  };
}

function askedCell(
  parameters: Call['parameters'],
  path: string,
  { words, format }: Pick<ToolLocale, 'words' | 'format'>,
) {
  if (parameters === null) return { text: '–', value: '' };
  const { start, end, ...names } = parameters;
  // A list of names has no period.
  const usual = listsNames(path) ? [] : [words.account.defaults];
  const days =
    start && end
      ? [format.days(start, end)]
      : start
        ? [`${format.day(start)} –`]
        : end
          ? [`– ${format.day(end)}`]
          : usual;
  const text = [...Object.values(names), ...days].join(' · ');
  return { text: text === '' ? '–' : text, value: text };
}
