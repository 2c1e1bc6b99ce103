import { type Day, type DayRange, defaultPeriod, formatDay, mondayOf, weeksOf } from '../../lib/calendar.ts';
import { count, thousands } from '../../lib/count.ts';
import { listed } from '../../lib/text/listed.ts';
import { lastShellWords } from '../../lib/text/shell-word.ts';
import { isControlled } from '../../snapshot/privacy/numbers.ts';
import type { Facts, RefreshSettings, Tables } from '../../snapshot/tables.ts';
import { hasDemo, WHOLE } from '../../snapshot/tables.ts';
import type { HeldOrders } from '../deliveries/hold-rules.ts';
import type { Applied } from '../engine.ts';
import type { Warning } from '../warning.ts';
import { longHidden } from './complete-through.ts';
import { methodsIn, methodWarnings } from './payment-methods.ts';
import { privacyWarnings } from './privacy-warnings.ts';

export const GAP_DAYS = 60;
const FEWEST_WEEKS = 4;
const SHOWN = 8;
const MANY_REMOVED = 5;

/** What can look wrong: how lines were paid, and how many orders each day has. */
export interface Shown {
  readonly methods: ReadonlySet<string>;
  readonly orders: ReadonlyMap<Day, number>;
}

/** The orders of an import on some days: the first of them, one more than are named. */
type OrdersOn = (days: DayRange, most: number) => Promise<readonly string[]>;

/** What looks wrong in the figures that were published, though every row was good. */
export async function warningsOf(tables: Tables, ordersOn: OrdersOn): Promise<Warning[]> {
  return [
    ...(await warningsAbout(shownIn(tables), tables.facts.settings, ordersOn)),
    ...privacyWarnings(tables.facts),
    ...longHidden(tables.facts),
    ...withheld(tables.facts),
  ];
}

/** Nothing newer is published until somebody restates. */
function withheld({ withheldFrom }: Facts): Warning[] {
  if (withheldFrom === undefined) return [];
  const message =
    `Since a restore or an undo, weeks from ${formatDay(withheldFrom)} on are withheld, new ones too. ` +
    'Import their orders again, then publish them: mdq refresh --restate';
  return [{ code: 'withheld', message }];
}

export async function warningsAbout(
  shown: Shown,
  settings: RefreshSettings,
  ordersOn: OrdersOn,
): Promise<Warning[]> {
  if (shown.orders.size === 0) return [];
  return [
    ...methodWarnings(shown.methods, settings),
    ...thinLastWeek(shown, settings),
    ...(await gaps(shown, ordersOn)),
  ];
}

export function shownIn(tables: Tables): Shown {
  const { daily } = tables;
  const orders = new Map<Day, number>();
  for (let row = 0; row < daily.day.length && daily.scope[row] === WHOLE; row++)
    orders.set(daily.day[row] ?? 0, daily.orders[row] ?? 0);
  return { methods: methodsIn(tables), orders };
}

/** What would be shown if one came to the other. A day that both have may hold the same orders: the larger counts. */
export function together(a: Shown, b: Shown): Shown {
  const orders = new Map(a.orders);
  for (const [day, number] of b.orders) orders.set(day, Math.max(number, orders.get(day) ?? 0));
  return { methods: a.methods.union(b.methods), orders };
}

/** One order of the day after the last export makes its week a full one, and the default period end with it. */
function thinLastWeek({ orders }: Shown, settings: RefreshSettings): Warning[] {
  const days = inOrder(orders);
  const last = days.at(-1) ?? 0;
  // With disclosure control whole weeks are shown, however few days of the last have orders.
  const end = isControlled(settings) ? mondayOf(last) + 6 : last;
  const period = defaultPeriod({ start: days[0] ?? 0, end }, settings.defaultWeeks);
  const weeks = weeksOf(period).map((week) => {
    let sum = 0;
    for (let day = week.start; day <= week.end; day++) sum += orders.get(day) ?? 0;
    return { ...week, orders: sum };
  });
  const thin = weeks.pop();
  if (!thin || weeks.length < FEWEST_WEEKS - 1) return [];
  const usual = weeks.map((week) => week.orders).sort((a, b) => a - b)[weeks.length >> 1] ?? 0;
  if (thin.orders >= usual / 5) return [];
  const sunday = formatDay(thin.start - 1);
  const message =
    `The week from ${formatDay(thin.start)}, the last of the default period, has ${count(thin.orders, 'order')}; usual are ${thousands(usual)}. ` +
    `If it is not complete yet, import with --complete-through ${sunday}`;
  return [{ code: 'thin-last-week', message, about: sunday }];
}

/** Orders that come to those of the demo are sold together with what is made up. */
export function demoData(before: Facts | undefined): Warning[] {
  if (!before || !hasDemo(before)) return [];
  const message =
    'The data here are the made-up orders of "mdq demo", and figures would mix them with yours: set DATA_DIR to another folder for your own. ' +
    '"mdq imports undo" takes an import back';
  return [{ code: 'demo-data', message }];
}

/** An export whose column of statuses is another one than before can take away most of what there was. */
export function manyRemoved(
  { removedOrders, removedLater }: Pick<Applied, 'removedOrders' | 'removedLater'>,
  before: Facts | undefined,
): Warning[] {
  if (!before) return [];
  const stored = before.orders + before.hiddenOrders;
  const removed = removedOrders + removedLater;
  if (removed < MANY_REMOVED || removed <= stored / 5) return [];
  const message =
    `Cancelled rows of this import remove ${thousands(removed)} of the ${count(stored, 'order')} that were there` +
    `${removedLater > 0 ? `, ${thousands(removedLater)} of them with the next "mdq refresh --restate"` : ''}. ` +
    'If that is a mistake, look at its column of statuses; "mdq imports undo" takes an import back';
  return [{ code: 'many-removed', message, count: removed }];
}

/** With disclosure control, published weeks stay as they are until an operator restates them. */
export function lateOrders(orders: number): Warning[] {
  if (orders === 0) return [];
  const message =
    `${count(orders, 'order')} of this import ${orders === 1 ? 'changes' : 'change'} published weeks and ${orders === 1 ? 'waits' : 'wait'} as deferred revisions. ` +
    '"mdq refresh --restate" applies them';
  return [{ code: 'late-orders', message, count: orders }];
}

/** With disclosure control, a week is published for good: the orders of a delivery that is still held come too late for it. */
export function overtaking(
  held: readonly Pick<HeldOrders, 'id' | 'firstDay'>[],
  before: Facts | undefined,
  after: Facts,
): Warning[] {
  const late = held.find(({ firstDay }) => firstDay <= after.coverage.end);
  const isNewWeek = after.coverage.end > (before?.coverage.end ?? Number.NEGATIVE_INFINITY);
  if (!late || !isControlled(after.settings) || !isNewWeek) return [];
  const message =
    `${late.id} is held and has orders of weeks that this import publishes for good: they would wait as deferred revisions. ` +
    'Approve or discard it first: mdq imports held';
  return [{ code: 'held-earlier', message }];
}

/** One wrong amount can suppress a week of the whole market, and a suppressed cell is never published again. */
export function suppressedWeeks(before: Tables | undefined, { closed }: Pick<Tables, 'closed'>): Warning[] {
  const publishedThrough = before?.facts.coverage.end ?? Number.NEGATIVE_INFINITY;
  const mondays = [...closed.day].filter(
    (monday, row) => closed.scope[row] === WHOLE && monday > publishedThrough,
  );
  const [first] = mondays;
  if (first === undefined) return [];
  const which = mondays.length === 1 ? 'The week' : `${thousands(mondays.length)} weeks, the first`;
  const message =
    `${which} from ${formatDay(first)} ${mondays.length === 1 ? 'is' : 'are'} suppressed for the whole market, and a suppressed week is never published again: ` +
    'it has too few people or merchants, or one of them has nearly all of its amount. See whether an amount is wrong';
  return [{ code: 'suppressed-weeks', message, count: mondays.length }];
}

function inOrder(orders: Shown['orders']): Day[] {
  return [...orders.keys()].sort((a, b) => a - b);
}

/** Every gap: an older one that is known must not hide the one of a wrong date. */
async function gaps({ orders }: Shown, ordersOn: OrdersOn): Promise<Warning[]> {
  const days = inOrder(orders);
  const starts = days.flatMap((day, i) => (i > 0 && day - (days[i - 1] ?? 0) > GAP_DAYS ? [i] : []));
  return Promise.all(starts.map((at) => gap(days, at, orders, ordersOn)));
}

/** Of the days on both sides of a gap, those that have fewer orders may be a mistake in a date. */
async function gap(
  days: readonly Day[],
  at: number,
  orders: Shown['orders'],
  ordersOn: OrdersOn,
): Promise<Warning> {
  const sides = [days.slice(0, at), days.slice(at)] as const;
  const [before, after] = sides.map((side) => side.reduce((sum, day) => sum + (orders.get(day) ?? 0), 0));
  const fewer = (after ?? 0) < (before ?? 0) ? sides[1] : sides[0];
  const range = { start: fewer[0] ?? 0, end: fewer.at(-1) ?? 0 };
  const ids = await ordersOn(range, SHOWN + 1);
  const between = `${formatDay(sides[0].at(-1) ?? 0)} and ${formatDay(sides[1][0] ?? 0)}`;
  const message = `There is no order between ${between}. ${wrongDates(ids)}`;
  return { code: 'gap', message, about: between };
}

function wrongDates(ids: readonly string[]): string {
  const isNamed = ids.length > 0 && ids.length <= SHOWN;
  const whose = !isNamed ? 'dates' : `the ${ids.length === 1 ? 'date' : 'dates'} of ${listed(ids)}`;
  const [are, them] = ids.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return (
    `If ${whose} ${are} wrong, correct the file and import it again; ` +
    `to remove ${isNamed ? them : 'orders'}: mdq orders delete --again-allowed ${isNamed ? lastShellWords(ids) : 'ID'}`
  );
}
