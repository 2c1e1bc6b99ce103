import { computed, ref } from 'vue';
import { type Format, symbolOf } from '../locale/format.ts';

/** What the operator wants to be told on the site. */
interface SiteFacts {
  readonly contact: string | null;
  readonly point_price: { readonly amount: number; readonly currency: string } | null;
}

const facts = ref<SiteFacts>();
let isAsked = false;

/** Contact and the price of a point, as the service tells its pages. Where it tells none, the pages do without. */
export function useSite() {
  if (!isAsked) {
    isAsked = true;
    void ask();
  }
  const contact = computed(() => facts.value?.contact ?? undefined);
  return {
    contact,
    /** An address of the web is opened, one of mail written to; anything else is text. */
    contactLink: computed(() => {
      const { value } = contact;
      if (value === undefined) return undefined;
      if (/^(https?:\/\/|mailto:)/.test(value)) return value;
      return /^[^@\s]+@[^@\s]+$/.test(value) ? `mailto:${value}` : undefined;
    }),
    /** What so many points cost, where the operator says. */
    worthOf(points: number, format: Format): string | undefined {
      const price = facts.value?.point_price;
      return price ? symbolOf(price.currency) + format.decimal(points * price.amount) : undefined;
    },
  };
}

async function ask(): Promise<void> {
  try {
    const response = await fetch('/developers/site.json');
    const body = (await response.json()) as { data?: SiteFacts };
    if (response.ok) facts.value = body.data;
  } catch {
    // It cannot be reached: asked again by the next page.
    isAsked = false;
  }
}
