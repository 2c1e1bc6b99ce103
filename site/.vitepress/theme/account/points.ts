import { OWN_REFERENCES } from '../../../../src/accounts/grants.ts';
import type { ToolLocale } from '../locale/tool-locale.ts';
import type { ReadableTable } from '../shared/table.ts';
import { zoneOf } from './calls.ts';

/** What happened to the points of an account, apart from calls. */
interface Change {
  /** Its number in the account. */
  readonly id: number;
  /** In UTC. */
  readonly time: string;
  readonly kind: string;
  /** Negative where they were taken back or have expired. */
  readonly points: number;
  readonly reference: string | null;
}

/** What `/api/account/points` answers: what has points left. */
export interface OpenPoints {
  readonly grants: readonly (Change & { readonly left: number; readonly expires: string | null })[];
}

/** What `/api/account/statement` answers of changes: those of this month. */
export type MonthChanges = Readonly<Record<'granted' | 'refunded' | 'taken' | 'expired', readonly Change[]>>;

/** Both for reading, newest first. */
export function readablePoints(
  { grants }: OpenPoints,
  { granted, refunded, taken, expired }: MonthChanges,
  { words: { account: say }, format }: ToolLocale,
): ReadableTable {
  const open = new Map(grants.map((grant) => [grant.id, grant]));
  const changes = [...granted, ...refunded, ...taken, ...expired].filter(({ id }) => !open.has(id));
  const all = [...grants, ...changes].sort((a, b) => b.id - a.id);
  const word = (label: string) => ({ label, isWord: true });
  const number = (label: string) => ({ label, isWord: false });
  return {
    columns: [
      word(say.timeIn(zoneOf(all[0]?.time ?? new Date().toISOString()))),
      word(say.what),
      number(say.points),
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
        { text: format.moment(time), value: time, title: say.utc(time.replace('T', ' ').slice(0, 19)) },
        { text: what, value: what },
        { text: format.count(points), value: points },
        { text: hasLeft ? format.count(left) : '–', value: left },
        { text: expires ? format.day(expires) : expires === null ? say.never : '–', value: expires ?? '' },
      ];
    }),
  };
}
