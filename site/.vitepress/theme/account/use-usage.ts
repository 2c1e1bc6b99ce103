import { computed, ref, shallowRef } from 'vue';
import { parseDay } from '../../../../src/lib/calendar.ts';
import { call, type Failure } from '../call/call.ts';
import { explain } from '../call/explain.ts';
import type { UseAccount } from '../key/use-account.ts';
import type { UseToolLocale } from '../locale/tool-locale.ts';
import type { Dates } from '../shared/dates.ts';
import { lastDays, type Usage } from './usage.ts';

export const PERIODS = ['7', '30', '90', 'custom'] as const;
type Period = (typeof PERIODS)[number];

type UsageState =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly usage: Usage }
  | { readonly status: 'failed'; readonly failure: Failure };

/** The account of the key of this tab, and what it has used. All of it is free to ask for. */
export function useUsage(account: UseAccount, { words, locale }: UseToolLocale) {
  const state = shallowRef<UsageState>({ status: 'none' });
  const period = ref<Period>('30');
  const dates = ref({ start: '', end: '' });
  /** Today, in the service's own time zone: its usual range ends with it. */
  const today = ref<number>();
  /** The usual range, which the rate of the last days is taken from. */
  const month = shallowRef<Usage>();
  const news = ref('');
  /** What the usage that is shown was asked with. */
  const shown = ref<string>();

  const query = computed(() => {
    if (period.value !== 'custom') return lastDays(Number(period.value), today.value);
    const { start, end } = dates.value;
    const parts = [start && `start=${start}`, end && `end=${end}`].filter((part) => part !== '');
    return parts.length > 0 ? `?${parts.join('&')}` : '';
  });

  async function load(): Promise<void> {
    const key = account.key.value;
    if (account.state.value.status !== 'open' || key === undefined) return;
    const asked = query.value;
    if (state.value.status !== 'ready') state.value = { status: 'loading' };
    const note = account.noter();
    const outcome = await call(`/api/account/usage${asked}`, { key });
    if (account.key.value !== key || query.value !== asked) return;
    note(outcome);
    if (outcome.kind !== 'answered') {
      state.value = { status: 'failed', failure: outcome };
      news.value = explain(outcome, locale.value).text;
      return;
    }
    const usage = outcome.data as Usage;
    if (asked === '') today.value = parseDay(usage.end);
    state.value = { status: 'ready', usage };
    shown.value = asked;
    if (asked === '') month.value = usage;
    news.value = words.value.account.loaded;
    // Which days were chosen is known only with the day of today.
    if (query.value !== asked) await load();
  }

  async function open(): Promise<void> {
    await account.check();
    await load();
  }

  return {
    state,
    month,
    /** Whether what is shown is of other days than those that are chosen: these are on their way. */
    isEarlier: computed(() => shown.value !== query.value),
    today,
    period,
    dates,
    news,
    load,
    open,
    async enterKey(key: string): Promise<void> {
      state.value = { status: 'none' };
      await account.enter(key);
      await load();
    },
    forgetKey(): void {
      account.forget();
      state.value = { status: 'none' };
      today.value = undefined;
      month.value = undefined;
      news.value = words.value.explorer.keyForgotten;
    },
    setPeriod(value: Period): void {
      const before = state.value;
      if (value === 'custom' && before.status === 'ready') {
        dates.value = { start: before.usage.start, end: before.usage.end };
      }
      period.value = value;
      void load();
    },
    setDates(value: Dates): void {
      dates.value = value;
      void load();
    },
  };
}
