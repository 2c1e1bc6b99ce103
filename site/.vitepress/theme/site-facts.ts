import { onMounted, type Ref, shallowRef } from 'vue';

/** What the service that serves this page says of itself: prices of now, what the data covers, whom to ask. */
export interface SiteFacts {
  /** An address or a link; null where the operator has not said. */
  readonly contact: string | null;
  readonly point_price: { readonly amount: number; readonly currency: string } | null;
  readonly currency: string | null;
  readonly prices: readonly PathPrice[];
  /** Null before the first import. */
  readonly data: {
    readonly coverage: Days;
    readonly default_period: Days;
    readonly period_days: number;
    readonly granularity: 'week' | 'month';
    readonly time_zone: string;
  } | null;
}

export interface PathPrice {
  readonly path: string;
  readonly base: number;
  readonly kind: 'fixed' | 'per-period';
}

export interface Days {
  readonly start: string;
  readonly end: string;
}

let isAsked = false;
const known = shallowRef<SiteFacts>();

/** The facts, once they have arrived; what was built into the page stands until then. */
export function useSiteFacts(): Readonly<Ref<SiteFacts | undefined>> {
  onMounted(askOnce);
  return known;
}

/** For parts that are made in the browser only. */
export function siteFacts(): Readonly<Ref<SiteFacts | undefined>> {
  askOnce();
  return known;
}

function askOnce(): void {
  if (!isAsked) void ask();
}

async function ask(): Promise<void> {
  isAsked = true;
  try {
    const response = await fetch('/developers/site.json');
    const { data } = (await response.json()) as { data: SiteFacts };
    known.value = data;
  } catch {
    // Without them the page still says what it was built with.
    isAsked = false;
  }
}

/** A contact as something to click: an address, a link, or neither. */
export function contactLink(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(contact) || contact.startsWith('mailto:')) return contact;
  return /^\S+@\S+$/.test(contact) ? `mailto:${contact}` : undefined;
}
