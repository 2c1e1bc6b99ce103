import { dirname } from 'node:path';
import { type DayRange, defaultPeriod, formatDay } from '../../lib/calendar.ts';
import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import type { Facts, PrivacyFacts, RefreshSettings } from '../../snapshot/tables.ts';
import type { PaymentMethod } from '../../warehouse/changes/payment-methods.ts';
import { flag, listOf, nullable, object, record, text, type Values, whole } from '../schema.ts';
import { privacyLines } from './privacy-lines.ts';

export function minute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The paths of files, or how many they are and their folder; names of settings stay as they are. */
export function shortFiles(files: readonly string[]): string {
  const [first = '', ...others] = files;
  const folder = dirname(first);
  const isFolder = others.length > 0 && folder !== '.' && files.every((file) => dirname(file) === folder);
  return isFolder ? `${files.length} in ${folder}` : files.join(', ');
}

export function between(range: DayRange): string {
  const { start, end } = dates(range);
  return `${start} to ${end}`;
}

/** Of a version without lines. */
export const NO_ORDERS =
  'There are no orders to show: callers get 503 "No data has been published yet" until an import brings some.';

/** What is published, as it is given out. */
export const factFields = {
  version: whole(),
  publishedAt: text(),
  coverage: nullable(record<{ start: string; end: string }>()),
  defaultPeriod: nullable(record<{ start: string; end: string }>()),
  totalLines: whole(),
  totalOrders: whole(),
  completeThrough: nullable(text()),
  withheldFrom: nullable(text()),
  hiddenOrders: whole(),
  newestOrder: nullable(text()),
  settings: record<RefreshSettings>(),
  privacy: nullable(record<PrivacyFacts>()),
};

export function factsJson(facts: Facts): Values<typeof factFields> {
  return {
    version: facts.version,
    publishedAt: facts.publishedAt,
    coverage: facts.lines === 0 ? null : dates(facts.coverage),
    defaultPeriod:
      facts.lines === 0 ? null : dates(defaultPeriod(facts.coverage, facts.settings.defaultWeeks)),
    totalLines: facts.lines,
    totalOrders: facts.orders,
    completeThrough: shownThrough(facts),
    withheldFrom: facts.withheldFrom === undefined ? null : formatDay(facts.withheldFrom),
    hiddenOrders: facts.hiddenOrders ?? 0,
    newestOrder: facts.newestOrder ? formatDay(facts.newestOrder) : null,
    settings: facts.settings,
    privacy: facts.privacy ?? null,
  };
}

/** The payment methods in the data, and whether audience figures count them. */
export const METHODS = listOf(object({ name: text(), counted: flag() }));

export function methodsJson(methods: readonly PaymentMethod[]): { name: string; counted: boolean }[] {
  return methods.map(({ name, isCounted }) => ({ name, counted: isCounted }));
}

/** What is published now, in two lines. */
export function describeFacts(facts: Facts): string {
  const period = defaultPeriod(facts.coverage, facts.settings.defaultWeeks);
  return linesOf(
    `Version ${facts.version}, published ${minute(facts.publishedAt)}: ` +
      `${count(facts.lines, 'line')} of ${count(facts.orders, 'order')}.`,
    facts.lines === 0
      ? NO_ORDERS
      : `Coverage ${between(facts.coverage)}; the default period is ${between(period)}.`,
    facts.withheldFrom !== undefined &&
      `Withheld since ${formatDay(facts.withheldFrom)}, until "mdq refresh --restate": ${count(facts.hiddenOrders, 'order')}.`,
    facts.withheldFrom === undefined &&
      facts.privacy &&
      facts.completeThrough == null &&
      facts.hiddenOrders > 0 &&
      `Not shown until the last week is complete: ${count(facts.hiddenOrders, 'order')}.`,
    facts.withheldFrom === undefined &&
      facts.completeThrough != null &&
      `Shown through ${shownThrough(facts)}; ${laterOrders(facts)}.`,
  ).join('\n');
}

/** How many orders are of days after the last that is shown. */
export function laterOrders({ hiddenOrders }: Facts): string {
  if (hiddenOrders === 0) return 'there are no later orders';
  return `${count(hiddenOrders, 'later order')} ${hiddenOrders === 1 ? 'is' : 'are'} kept and not shown`;
}

function shownThrough({ completeThrough }: Facts): string | null {
  return completeThrough == null ? null : formatDay(completeThrough);
}

/** What is published now, with what disclosure control makes of it. */
export function publishedLines(facts: Facts): string[] {
  return [describeFacts(facts), ...privacyLines(facts)];
}

function dates(range: DayRange): { start: string; end: string } {
  return { start: formatDay(range.start), end: formatDay(range.end) };
}
