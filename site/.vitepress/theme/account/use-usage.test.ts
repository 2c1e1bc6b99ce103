/** The usage page keeps the selected period when another API key is entered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computed } from 'vue';
import { newKey } from '../../../../src/accounts/key.ts';
import { memoryStore } from '../key/session-key.ts';
import { useAccount } from '../key/use-account.ts';
import { localeOf } from '../locale/locale.ts';
import type { UseToolLocale } from '../locale/tool-locale.ts';
import { TOOL_WORDS } from '../words/tool-words.ts';
import { useUsage } from './use-usage.ts';

test('whoever enters another key sees the days that are chosen', async (t) => {
  t.mock.method(globalThis, 'fetch', async (asked: RequestInfo | URL) => {
    const { pathname, searchParams } = new URL(
      asked instanceof Request ? asked.url : String(asked),
      'http://a',
    );
    const usage = {
      start: searchParams.get('start') ?? '2026-05-12',
      end: '2026-06-10',
      days: [],
      paths: [],
    };
    const account = { account: 'acme', key: { id: 'key_1' }, prices: [], data: null };
    const data = pathname === '/api/account' ? account : usage;
    return new Response(JSON.stringify({ code: 200, data }));
  });
  const locale = localeOf(TOOL_WORDS, 'en', 'en-US');
  const { state, isEarlier, enterKey, forgetKey, setPeriod, load } = useUsage(useAccount(memoryStore()), {
    words: computed(() => locale.words),
    locale: computed(() => locale),
  } as UseToolLocale);
  const start = () => (state.value.status === 'ready' ? state.value.usage.start : state.value.status);
  await enterKey(newKey('').key);
  setPeriod('7');
  await load();
  assert.deepEqual([start(), isEarlier.value], ['2026-06-04', false]);
  forgetKey();
  await enterKey(newKey('').key);
  assert.deepEqual([start(), isEarlier.value], ['2026-06-04', false]);
});
