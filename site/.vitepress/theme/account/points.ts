import { OWN_REFERENCES } from '../../../../src/accounts/grants.ts';
import type { DataOf } from '../call/call.ts';
import type { ToolLocale } from '../locale/tool-locale.ts';
import { number, type ReadableTable, word } from '../shared/table.ts';
import { timeCell, timeColumn } from './times.ts';

/** What has points left. */
export type OpenPoints = Pick<DataOf<'accountPoints'>, 'grants'>;

/** What happened to points this month, apart from calls: negative where they were taken back or have expired. */
export type MonthChanges = Pick<DataOf<'accountStatement'>, 'granted' | 'refunded' | 'taken' | 'expired'>;

/** Both for reading, newest first. */
export function readablePoints(
  { grants }: OpenPoints,
  { granted, refunded, taken, expired }: MonthChanges,
  locale: ToolLocale,
): ReadableTable {
  const { account: say } = locale.words;
  const { format } = locale;
  const open = new Map(grants.map((grant) => [grant.id, grant]));
  const changes = [...granted, ...refunded, ...taken, ...expired].filter(({ id }) => !open.has(id));
  const all = [...grants, ...changes].sort((a, b) => b.id - a.id);
  return {
    columns: [
      timeColumn(all, locale),
      word(say.what),
      number(say.measures.points),
      number(say.left),
      word(say.expires),
    ],
    rows: all.map(({ id, time, kind, points, reference }) => {
      const { left = 0, expires } = open.get(id) ?? {};
      // Those of the program's own tell nobody anything.
      const isTold = reference !== null && !OWN_REFERENCES.some((own) => reference.startsWith(own));
      const what = [say.kinds[kind] ?? kind, ...(isTold ? [reference] : [])].join(' · ');
      // Refunded points are back in the grants that they came from.
      const hasLeft = points > 0 && (kind !== 'refund' || open.has(id));
      return [
        timeCell(time, locale),
        { text: what, value: what },
        { text: format.count(points), value: points },
        { text: hasLeft ? format.count(left) : '–', value: left },
        { text: expires ? format.day(expires) : expires === null ? say.never : '–', value: expires ?? '' },
      ];
    }),
  };
}
