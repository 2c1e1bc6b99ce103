import { createHash } from 'node:crypto';
import { effectiveSettings } from '../../../settings/data-settings.ts';
import {
  type ClosedRows,
  type Facts,
  type FirstSeenTable,
  type ScopeId,
  subScope,
  type Tables,
  WHOLE,
} from '../../../snapshot/tables.ts';

/*
 * Whether two versions say the same. They may number names differently, so each series is compared under its name, by a
 * checksum of all its rows.
 */

/** Checksums by what they are of. */
type Checksums = Map<string, string>;

type Column = Int32Array | Uint32Array | Uint16Array | Float64Array;

/** What two versions say differently: facts and series, by name. */
export function figuresThatDiffer(a: Tables, b: Tables): string[] {
  const [one, other] = [checksums(a), checksums(b)];
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name)).sort();
}

function checksums(tables: Tables): Checksums {
  const sums: Checksums = new Map();
  const { days, daily, payments, related } = tables;
  for (const [name, value] of Object.entries(comparable(tables.facts))) sums.set(name, JSON.stringify(value));
  sums.set('days', sumOf(days));
  const scope = scopeNames(tables);
  const sub = (i: number) => scope(subScope(i));
  const tag = (i: number) => {
    const { sub: of = 0, key, value } = tables.tags[i] ?? {};
    return `${sub(of)}, ${key}=${value}`;
  };
  const { scope: scopes, ...sold } = daily;
  addRows(sums, (i) => `amounts and orders of ${scope(i)}`, scopes, Object.values(sold));
  const methods = tables.methods.length;
  addRows(
    sums,
    (i) =>
      `payments by ${tables.methods[i % methods]} in ${i < methods ? 'the whole' : tables.categories[Math.floor(i / methods) - 1]}`,
    payments.series,
    [payments.day, payments.orders],
  );
  addSeries(sums, (i) => `members of ${scope(i)}`, tables.members);
  addSeries(sums, (i) => `merchants of ${scope(i)}`, tables.merchants);
  addSeries(sums, (i) => `products of ${tag(i)}`, tables.taggedWith);
  addSeries(sums, (i) => `tagged products of ${sub(i)}`, tables.tagged);
  related.sub.forEach((of, row) => {
    const name = `related purchases of ${sub(of)}`;
    sums.set(name, `${sums.get(name) ?? ''}${sub(related.other[row] ?? 0)}: ${related.members[row]}\n`);
  });
  const closed = (what: string, rows: ClosedRows) =>
    addRows(sums, (i) => `${what} of ${scope(i)}`, rows.scope, [rows.day]);
  closed('closed weeks', tables.closed);
  closed('closed weeks on the restricted basis', tables.closedBasis);
  return sums;
}

/** All but the number and the id of a version, and when it was made. */
function comparable({ version: _version, publishedAt: _at, publication: _id, ...facts }: Facts) {
  return {
    ...facts,
    privacy: facts.privacy ?? null,
    settings: sorted(effectiveSettings({}, facts.settings)),
  };
}

function sorted(settings: object): [name: string, value: unknown][] {
  return Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
}

export function scopeNames({ categories, subs }: Tables): (scope: ScopeId) => string {
  return (scope) => {
    if (scope === WHOLE) return 'the whole';
    if (scope % 2 === 1) return String(categories[(scope - 1) / 2]);
    const sub = subs[scope / 2 - 1];
    return `${categories[sub?.category ?? -1]} / ${sub?.name}`;
  };
}

/** Rows of a table that is sorted by its series. */
function addRows(
  sums: Checksums,
  name: (series: number) => string,
  series: Int32Array,
  columns: readonly Column[],
): void {
  for (let start = 0; start < series.length; ) {
    let end = start;
    while (end < series.length && series[end] === series[start]) end += 1;
    const rows = columns.map((column) => column.subarray(start, end));
    sums.set(name(series[start] ?? 0), sumOf(...rows));
    start = end;
  }
}

function addSeries(
  sums: Checksums,
  name: (series: number) => string,
  { firstRun, runDay, firstRow, previous, upTo }: FirstSeenTable,
): void {
  for (let i = 0; i + 1 < firstRun.length; i++) {
    const [start = 0, end = 0] = [firstRun[i], firstRun[i + 1]];
    if (start === end) continue;
    const [from = 0, to = 0] = [firstRow[start], firstRow[end]];
    const lengths = firstRow.slice(start, end + 1).map((row) => row - from);
    sums.set(
      name(i),
      sumOf(runDay.subarray(start, end), lengths, previous.subarray(from, to), upTo.subarray(from, to)),
    );
  }
}

function sumOf(...columns: readonly Column[]): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of columns) {
    hash.update(`${byteLength};`);
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest('base64');
}
