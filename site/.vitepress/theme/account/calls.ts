import type { Table } from '../shared/csv.ts';
import { count, fullDate } from '../shared/format.ts';

/** One of what `/api/account/calls` answers, newest first. */
export interface Call {
  /** In UTC, such as `2026-06-05T09:12:44.120Z`. */
  readonly time: string;
  readonly path: string;
  readonly key: { readonly id: string; readonly last4: string };
  readonly points: number;
  readonly request_id: string;
}

export function callsTable(calls: readonly Call[]): Table {
  return {
    columns: ['time', 'path', 'key_id', 'key_last4', 'points', 'request_id'],
    rows: calls.map(({ time, path, key, points, request_id }) => [
      time,
      path,
      key.id,
      key.last4,
      points,
      request_id,
    ]),
  };
}

export const CALL_COLUMNS = ['Time (UTC)', 'Path', 'Points', 'Key', 'Request'];

/** The same for reading. */
export function callRows(calls: readonly Call[]): string[][] {
  return calls.map(({ time, path, key, points, request_id }) => [
    `${fullDate(time.slice(0, 10))}, ${time.slice(11, 19)}`,
    path,
    count(points),
    `mdk_…${key.last4}`,
    request_id,
  ]);
}
