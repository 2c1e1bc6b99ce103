import { computed } from 'vue';
import { contactLink } from '../../../../src/lib/contact.ts';
import type { Format } from '../locale/format.ts';
import { siteFacts } from './site-facts.ts';

/** Contact and the price of a point, as the service tells its pages. Where it tells none, the pages do without. */
export function useSite() {
  const facts = siteFacts();
  const contact = computed(() => facts.value?.contact ?? undefined);
  return {
    contact,
    /** Those of now; undefined as long as they are not known. */
    prices: computed(() => facts.value?.prices),
    /** An address of the web is opened, one of mail written to. */
    contactLink: computed(() => contact.value && contactLink(contact.value).href),
    /** Where this account buys points; without one, where others are told how. */
    checkoutOf: (account: string): string | undefined =>
      facts.value?.brand.checkout?.replaceAll('{account}', encodeURIComponent(account)),
    /** What so many points cost, where the operator says. */
    worthOf(points: number, format: Format): string | undefined {
      const price = facts.value?.point_price;
      return price ? format.price(points * price.amount, price.currency) : undefined;
    },
  };
}
