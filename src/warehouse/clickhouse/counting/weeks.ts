import type { Day, DayRange } from '../../../lib/calendar.ts';
import {
  type ClosedWeek,
  NOTHING_CLOSED,
  WeekCloser,
  type WeekLines,
} from '../../../snapshot/privacy/close-week.ts';
import type { PrivacyNumbers } from '../../../snapshot/privacy/numbers.ts';
import { type Part, sumsOf, tellingFor } from '../../../snapshot/privacy/sum-week.ts';
import { scopeCount, type Tables } from '../../../snapshot/tables.ts';
import { ClosedTally } from '../../../snapshot/tally/closing-tally.ts';
import { ask, askEach, insertByThing } from '../server/ask.ts';
import type { Attempt } from '../server/attempt.ts';
import type { Values } from '../server/server.ts';
import { insertAmounts, LARGEST, PARTS } from './amount-sql.ts';
import type { SeriesNames } from './series-names.ts';

/** Brings what everybody has of the weeks in a range to the shards that test it. */
export function writeAmounts(attempt: Attempt, values: Values): Promise<void> {
  return insertByThing(attempt, insertAmounts, 'mdq_amount', values);
}

/** Decides which cells of weeks are closed. */
export async function closeWeeks(
  attempt: Attempt,
  weeks: readonly DayRange[],
  names: SeriesNames,
  numbers: PrivacyNumbers,
  before: ReadonlyMap<Day, ClosedWeek>,
): Promise<Pick<Tables, 'closed' | 'closedBasis'>> {
  const closer = new WeekCloser(names.lists, numbers);
  const scopes = scopeCount(names.lists);
  const [cells, basis] = [new ClosedTally(scopes), new ClosedTally(scopes)];
  for (const mondays of weeks) {
    await eachWeek(attempt, mondays, names, [numbers], (monday, lines) => {
      const week = closer.close(lines, before.get(monday) ?? NOTHING_CLOSED);
      cells.add(monday, week.cells);
      basis.add(monday, week.basis);
    });
  }
  return { closed: cells.rows(), closedBasis: basis.rows() };
}

/** Hands over the weeks of a range one after the other, as sums that tests with these numbers cannot tell from lines. */
export async function eachWeek(
  attempt: Attempt,
  mondays: DayRange,
  names: SeriesNames,
  numbers: readonly PrivacyNumbers[],
  take: (monday: Day, lines: WeekLines) => void,
): Promise<void> {
  const values = { ...attempt.values, ...mondays, ...tellingFor(numbers) };
  const weeks = new Map<Day, Map<string, Part>>();
  const parts = await ask(attempt, PARTS, values, { texts: 2, columns: ['i32', 'i32', 'f64'] });
  for (const { texts, columns } of parts) {
    const [category = '', name = ''] = texts;
    const [week = [], isOnBasis = [], cents = []] = columns;
    const sub = names.sub(category, name);
    for (let row = 0; row < week.length; row++) {
      const monday = week[row] ?? 0;
      const ofWeek = weeks.get(monday) ?? new Map<string, Part>();
      weeks.set(monday, ofWeek);
      const key = `${sub} ${isOnBasis[row]}`;
      const before = ofWeek.get(key);
      const sum = (before?.cents ?? 0) + (cents[row] ?? 0);
      ofWeek.set(key, { sub, isOnBasis: isOnBasis[row] === 1, cents: sum, people: [], merchants: [] });
    }
  }
  const largest = await askEach(attempt, LARGEST, values, {
    texts: 3,
    columns: ['i32', 'i32', 'i32', 'f64'],
  });
  for (const [shard, rows] of largest.entries()) {
    for (const { texts, columns } of rows) {
      const [kind = '', category = '', name = ''] = texts;
      const [week = [], isOnBasis = [], number = [], cents = []] = columns;
      const sub = names.sub(category, name);
      for (let row = 0; row < week.length; row++) {
        const part = weeks.get(week[row] ?? 0)?.get(`${sub} ${isOnBasis[row]}`);
        const local = number[row] ?? -1;
        // Each shard numbers its own; somebody is on one shard only.
        const id = local < 0 ? -1 : local * largest.length + shard;
        const held = kind === 'person' ? part?.people : part?.merchants;
        held?.push({ id, cents: cents[row] ?? 0 });
      }
    }
  }
  for (const monday of [...weeks.keys()].sort((a, b) => a - b))
    take(monday, sumsOf([...(weeks.get(monday)?.values() ?? [])]));
}
