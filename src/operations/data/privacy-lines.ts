import { type Day, formatDay } from '../../lib/calendar.ts';
import { count, thousands } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { isControlled, type PrivacyNumbers } from '../../snapshot/privacy/numbers.ts';
import type { Facts } from '../../snapshot/tables.ts';
import { privacyWarnings } from '../../warehouse/changes/privacy-warnings.ts';
import type { Restated } from '../../warehouse/warehouse.ts';
import { noted } from '../../warehouse/warning.ts';
import { warningLine } from './import-warnings.ts';

/** Such as `at least 5 people and 3 merchants, no one with more than 80 %`; merchants that do not count may have any share. */
export function numbersText({ minPeople, minMerchants, maxShare }: PrivacyNumbers): string {
  const least = linesOf(
    minPeople > 0 && (minPeople === 1 ? '1 person' : `${minPeople} people`),
    minMerchants > 0 && count(minMerchants, 'merchant'),
  );
  return linesOf(
    least.length > 0 && `at least ${least.join(' and ')}`,
    maxShare < 100 && `${minMerchants > 0 ? 'no one' : 'no person'} with more than ${maxShare} %`,
  ).join(', ');
}

/** Said where somebody may not know it: at the first import, and where callers can come from elsewhere. */
export const NOT_CONTROLLED =
  'Disclosure control is off: callers can single out one person or merchant. See "mdq privacy report" and the guide Disclosure control.';

/** What disclosure control means for what was published, where the operator should know it. */
export function privacyLines(facts: Facts): string[] {
  return [...asideLines(facts), ...privacyWarnings(facts).map(noted).map(warningLine)];
}

/** Changes that wait for a restatement, in one line where there are any. */
export function asideLines({ privacy, settings }: Facts): string[] {
  const { asideOrders: orders = 0 } = privacy ?? {};
  if (orders === 0 || !isControlled(settings)) return [];
  return [
    `${count(orders, 'change')} of orders in published weeks ${orders === 1 ? 'waits' : 'wait'}: "mdq refresh --restate" takes ${orders === 1 ? 'it' : 'them'} in.`,
  ];
}

export function restatedLines({
  orders,
  cells,
  cellsOfFew,
  openedCells,
  suppressedCells = 0,
  again,
}: Restated): string[] {
  return linesOf(
    `Restated: ${count(orders, 'order')} that had been set aside; ${count(cells, 'published cell')} ${cells === 1 ? 'changes' : 'change'}.`,
    suppressedCells > 0 &&
      `${count(suppressedCells, 'cell')} that ${suppressedCells === 1 ? 'was' : 'were'} published, in whole or in the audience figures, ${suppressedCells === 1 ? 'is' : 'are'} suppressed, for good: too few people or merchants are left in ${suppressedCells === 1 ? 'it' : 'them'}, or one has nearly all of the amount.`,
    openedCells > 0 &&
      `Disclosure control is off: ${count(openedCells, 'cell')} that ${openedCells === 1 ? 'was' : 'were'} closed, in whole or in the audience figures, ${openedCells === 1 ? 'is' : 'are'} shown from now on.`,
    cellsOfFew > 0 &&
      `In ${cellsOfFew === cells ? 'all' : thousands(cellsOfFew)} of them fewer people changed than must be in a cell: who kept the version before can tell what changed for those few.`,
    again && againLine(again),
  );
}

function againLine({ weeks, revised }: NonNullable<Restated['again']>): string {
  if (weeks === 0)
    return 'Weeks that were withheld are shown again; what was published of them before is not known here, so they are not compared.';
  const how =
    revised.length === 0
      ? 'all as they were'
      : `with other figures than were published of the ${weeksText(revised)}: who kept those can tell what changed, of however few people`;
  return `Shown again: ${count(weeks, 'week')} that had been published before a restore or an undo, ${how}.`;
}

/** What a restatement changed, as it is given out; of weeks that are shown again, their Mondays. */
export interface RestatedJson extends Omit<Restated, 'again'> {
  readonly again?: { readonly weeks: number; readonly revised: readonly string[] };
}

export function restatedJson({ again, ...restated }: Restated): RestatedJson {
  return { ...restated, ...(again && { again: { ...again, revised: again.revised.map(formatDay) } }) };
}

const MOST_NAMED = 6;

/** Such as `week of 2025-01-06`, `weeks of 2025-01-06 and 2025-01-13`, or the first few and how many more. */
export function weeksText(weeks: readonly Day[]): string {
  const named = weeks.slice(0, MOST_NAMED).map(formatDay);
  if (weeks.length > MOST_NAMED) named.push(`${weeks.length - MOST_NAMED} more`);
  const last = named.pop() ?? '';
  return named.length === 0 ? `week of ${last}` : `weeks of ${named.join(', ')} and ${last}`;
}
