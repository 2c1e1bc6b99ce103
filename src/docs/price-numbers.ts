import { type Points, type Price, pointsFor } from '../endpoints/form/price.ts';

/**
 * Numbers in the prose and the examples of a page that are prices. A page names them in a comment, each with the call
 * that it is the price of, and holds those of the usual price list, so that it reads well as a file too:
 *
 *     <!-- prices 45=market/focus 90=market/focus@158 52=trends/market+meta/categories 84=period -->
 *     The header `x-points-charged: 45` is what it cost.
 *     <!-- end -->
 *
 * `@158` is a range of so many days, `*2` one of so many periods, `+` a sum, `period` the days that one base covers.
 */
export interface PriceFacts {
  readonly periodDays: number;
  priceOf(path: string): Price | undefined;
}

const TERM = /^([a-z/-]+)(?:@(\d+)|\*(\d+))?$/;
/** A number that stands for itself: no part of a name, a date or a decimal. */
const NUMBER = /(?<![\w.,:/-])\d+(?![\w%-]|[.,:/]\d)/g;

/** The text with the prices that hold now in the place of those that `spec` names. */
export function showPrices(text: string, spec: string, facts: PriceFacts): string {
  const numbers = readNumbers(spec, facts);
  return text.replace(NUMBER, (number) => String(numbers.get(number) ?? number));
}

/** What each number of a spec is now. */
function readNumbers(spec: string, facts: PriceFacts): Map<string, Points> {
  return new Map(
    spec.split(' ').map((part) => {
      const [number = '', sum = ''] = part.split('=');
      return [number, sum.split('+').reduce((points, term) => points + pointsIn(term, facts), 0)];
    }),
  );
}

function pointsIn(term: string, facts: PriceFacts): Points {
  if (term === 'period') return facts.periodDays;
  const [, path, days, periods] = TERM.exec(term) ?? [];
  const price = path && facts.priceOf(`/api/public/${path}`);
  if (!price) throw new Error(`"${term}" is not the price of a call, such as market/focus@158`);
  const { periodDays } = facts;
  return pointsFor(price, days ? Number(days) : Number(periods ?? 1) * periodDays, periodDays);
}

/** Where the same number would be taken for a price and is none. */
function countsElse(number: string): RegExp {
  return new RegExp(String.raw`"version": ${number}\b|\b${number} ?((to|到) ?\d+ ?)?(days|weeks|天|週)`);
}

/** What is wrong with a spec on its page: a number that is not there, is not the usual price, or also something else. */
export function wrongNumber(text: string, spec: string, usual: PriceFacts): string | undefined {
  for (const [number, points] of readNumbers(spec, usual)) {
    if (Number(number) !== points) return `${number} must be ${points}`;
    if (!text.match(NUMBER)?.includes(number)) return `${number} must stand in the text`;
    if (points !== usual.periodDays && countsElse(number).test(text))
      return `${number} counts something else as well: write that outside`;
  }
  return undefined;
}
