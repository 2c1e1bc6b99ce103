import { onMounted, type Ref, ref, shallowRef, watchEffect } from 'vue';
import type { PriceFacts } from '../../../../src/docs/price-numbers.ts';
import type { Price } from '../../../../src/endpoints/form/price.ts';
import { USUAL_WEEKS } from '../../../../src/lib/calendar.ts';
import type { Dates } from '../shared/dates.ts';
import { requestData } from './request.ts';

/** What the service that serves this page says of itself: prices of now, what the data covers, whom to ask. */
export interface SiteFacts {
  /** An address or a link; null where the operator has not said. */
  readonly contact: string | null;
  /** What is the operator's own; null where it is not set. */
  readonly brand: {
    readonly name: string | null;
    /** Where points are bought: `{account}` stands for who buys. */
    readonly checkout: string | null;
  };
  /** A year of amounts that everybody may see; null where the operator shows none. */
  readonly showcase: Showcase | null;
  readonly point_price: { readonly amount: number; readonly currency: string } | null;
  readonly currency: string | null;
  /** Those that figures of members count. */
  readonly audience_methods?: readonly string[];
  readonly prices: readonly PathPrice[];
  /** Whether everybody can call, with a public key. */
  readonly sandbox?: boolean;
  /** Null before the first import. */
  readonly data: {
    readonly coverage: Dates;
    readonly default_period: Dates;
    readonly period_days: number;
    readonly granularity: 'week' | 'month';
    readonly time_zone: string;
    /** What a figure needs to be shown; null: everything is. */
    readonly privacy: {
      readonly min_people: number;
      readonly min_merchants: number;
      readonly max_share: number;
    } | null;
  } | null;
}

export interface Showcase extends Dates {
  /** Null for the whole market. */
  readonly category: string | null;
  readonly granularity: 'week' | 'month';
  readonly trend: readonly {
    readonly month: string;
    readonly week_start?: string;
    readonly week_end?: string;
    readonly total_amount: number;
  }[];
}

/** What one base covers unless the operator chose otherwise. */
export const USUAL_PERIOD_DAYS = 7 * USUAL_WEEKS;

export interface PathPrice extends Price {
  readonly path: string;
}

let asked: Promise<void> | undefined;
const known = shallowRef<SiteFacts>();
const isMissing = ref(false);

/** Whether the facts could not be had, so that the page shows what it was built with. */
export const areFactsMissing: Readonly<Ref<boolean>> = isMissing;

/** The facts, once they have arrived and the page is as it was built: until then that stands. */
export function useSiteFacts(): Readonly<Ref<SiteFacts | undefined>> {
  const facts = shallowRef<SiteFacts>();
  onMounted(() => {
    void factsOnce();
    watchEffect(() => {
      facts.value = known.value;
    });
  });
  return facts;
}

/** For parts that are made in the browser only. */
export function siteFacts(): Readonly<Ref<SiteFacts | undefined>> {
  void factsOnce();
  return known;
}

/** The facts as soon as they are there; undefined where they cannot be had. */
export async function factsOnce(): Promise<SiteFacts | undefined> {
  asked ??= ask();
  await asked;
  return known.value;
}

async function ask(): Promise<void> {
  try {
    known.value = await requestData<SiteFacts>('/developers/site.json');
    isMissing.value = false;
  } catch {
    // The page then says what it was built with, and that it does. The next page asks again.
    isMissing.value = true;
    asked = undefined;
  }
}

/** The prices of now by path, for the numbers on a page. */
export function priceFactsOf({ prices, data }: SiteFacts): PriceFacts {
  const byPath = new Map(prices.map((price) => [price.path, price]));
  return { periodDays: data?.period_days ?? USUAL_PERIOD_DAYS, priceOf: (path) => byPath.get(path) };
}
