import { onMounted, type Ref, ref, shallowRef, watchEffect } from 'vue';
import type { PriceFacts } from '../../../../src/docs/price-numbers.ts';
import type { siteFacts as sent } from '../../../../src/docs/site-facts.ts';
import type { Price } from '../../../../src/endpoints/form/price.ts';
import { USUAL_WEEKS } from '../../../../src/lib/calendar.ts';
import type { Format } from '../locale/format.ts';
import { requestData } from './request.ts';

/** What the service that serves this page says of itself: prices of now, what the data covers, whom to ask. */
export type SiteFacts = ReturnType<typeof sent>;

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

/** What so many points cost, where the operator says. */
export function worthOf(points: number, facts: SiteFacts | undefined, { price }: Format): string | undefined {
  const one = facts?.point_price;
  return one ? price(points * one.amount, one.currency) : undefined;
}

/** The prices of now by path, for the numbers on a page. */
export function priceFactsOf({ prices, data }: SiteFacts): PriceFacts {
  const byPath = new Map(prices.map((price) => [price.path, price]));
  return { periodDays: data?.period_days ?? USUAL_PERIOD_DAYS, priceOf: (path) => byPath.get(path) };
}
