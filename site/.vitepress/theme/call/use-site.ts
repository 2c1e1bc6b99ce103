import { computed } from 'vue';
import { contactLink } from '../../../../src/lib/contact.ts';
import type { Format } from '../locale/format.ts';
import { siteFacts, worthOf } from './site-facts.ts';

/** Contact and the price of a point, as the service tells its pages. Where it tells none, the pages do without. */
export function useSite() {
  const facts = siteFacts();
  return {
    /** An address of the web is opened, one of mail written to. */
    contactLink: computed(() => {
      const contact = facts.value?.contact;
      return contact ? contactLink(contact).href : undefined;
    }),
    /** Where this account buys points; without one, where others are told how. */
    checkoutOf: (account: string): string | undefined =>
      facts.value?.brand.checkout?.replaceAll('{account}', encodeURIComponent(account)),
    worthOf: (points: number, format: Format) => worthOf(points, facts.value, format),
  };
}
