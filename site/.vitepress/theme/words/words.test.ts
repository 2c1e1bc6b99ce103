/** Every dictionary entry exists in both languages, and components contain no text of their own for callers. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'vue/compiler-sfc';
import { languageOfTag, numberTag } from '../../../languages.ts';
import { formatOf } from '../locale/format.ts';
import { CALL_WORDS } from './call-words.ts';
import { TOOL_WORDS } from './tool-words.ts';

const theme = fileURLToPath(new URL('..', import.meta.url));

/** Every string of a dictionary under its name; what takes parameters is tried with letters. */
function stringsOf(words: object, place = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    const at = `${place}.${name}`;
    if (typeof value === 'string') return [[at, value] as [string, string]];
    if (typeof value === 'function') return [[at, String(value(...tried(at)))] as [string, string]];
    return stringsOf(value as object, at);
  });
}
const tried = (at: string): unknown[] =>
  /^\.(title|sentences|together|privacy\.on)$/.test(at) ? [['X', 'Y']] : ['X', 'Y', 'Z', 2];

/** The same in every language: names of formats and addresses of pages. */
const UNTRANSLATED = /^\.(faces\.json|account\.utc|sentences|notFound\.links\.\d\.0)$/;
/** What readers of Chinese read in English too: names of techniques, and what is typed as it is. */
const KNOWN =
  /^(API|YYYY-MM-DD|MDQ_KEY|HTTP|UTC|mdk|GET|JSON|Markdown|Enter|x-api-key|\/api\/account|avg_amount|audienceCount)$/;

/** What comes with a new endpoint: in English until somebody translates it (test/docs/translations.test.ts names it). */
const COMES_LATER = /^\.(names|paths)\./;

test('every string has a translation: Chinese words, and no English ones', () => {
  const chinese = new Map(stringsOf({ ...TOOL_WORDS['zh-TW'], ...CALL_WORDS['zh-TW'] }));
  const english = stringsOf({ ...TOOL_WORDS.en, ...CALL_WORDS.en });
  const names = new Set(english.map(([name]) => name));
  assert.deepEqual([...names.symmetricDifference(new Set(chinese.keys()))], [], 'in one language alone');
  for (const [name, text] of english.filter(([name]) => !UNTRANSLATED.test(name))) {
    const translated = chinese.get(name) ?? '';
    if (translated === text && COMES_LATER.test(name)) continue;
    assert.match(translated, /[\u3000-\u9fff\uff00-\uffef]/, name);
    assert.notEqual(translated, text, name);
    const foreign = translated.match(/[/a-z][a-z/_-]*[a-z]/gi) ?? [];
    assert.deepEqual(
      foreign.filter((word) => !KNOWN.test(word)),
      [],
      `${name}: ${translated}`,
    );
    // Between Chinese and Latin letters or digits there is a blank.
    assert.doesNotMatch(
      translated.replace(/[XYZ]/g, ''),
      /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/,
      name,
    );
    assert.doesNotMatch(translated, /[\u4e00-\u9fff][,;:?!]/, `${name} has half-width punctuation`);
  }
});

test('the largest share is about merchants only where they are counted', () => {
  for (const { privacy } of [TOOL_WORDS.en, TOOL_WORDS['zh-TW']])
    assert.deepEqual(
      [privacy.share(80, true), privacy.share(80, false)].map((text) => /商家|merchant/.test(text)),
      [true, false],
    );
});

test('an index begins with the first week, or with the first month where trends are by month', () => {
  for (const { scales, explorer } of [TOOL_WORDS.en, TOOL_WORDS['zh-TW']])
    for (const { index } of [scales, explorer.scales])
      assert.deepEqual(
        [index(false), index(true)].map((text) => /month|月/.test(text)),
        [false, true],
      );
});

/** Pages for operators are in English only. */
const OF_OPERATORS = /^(Operators|For callers)$/;

test('no component has words of its own: all of them come from the dictionary', () => {
  const files = globSync('**/*.vue', { cwd: theme });
  assert.ok(files.length > 30, `${files.length} files`);
  for (const file of files) {
    const { descriptor } = parse(readFileSync(join(theme, file), 'utf8'));
    const all = wordsOf((descriptor.template?.ast?.children ?? []) as unknown as Node[]);
    for (const words of all.filter((one) => !OF_OPERATORS.test(one))) {
      assert.match(
        words,
        /^(mdk_…|CSV|PNG|GET( \/api\/\S+)?|404|curl|TypeScript|Python|JSON|[^A-Za-z\u3400-\u9fff]*)$/,
        `${file}: ${words}`,
      );
    }
  }
});

/** As Vue reads a template: 1 is an element, 2 is text; 6 is an attribute that is not bound. */
interface Node {
  readonly type: number;
  readonly content?: unknown;
  readonly children?: readonly Node[];
  readonly props?: readonly { type: number; name: string; value?: { content: string } }[];
}
const READ_OUT = ['aria-label', 'title', 'placeholder', 'alt', 'label', 'text'];

function wordsOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ type, content, children = [], props = [] }) => [
    ...(type === 2 && typeof content === 'string' ? [content.trim()] : []),
    ...props.flatMap((one) =>
      one.type === 6 && READ_OUT.includes(one.name) ? [one.value?.content ?? ''] : [],
    ),
    ...wordsOf(children),
  ]);
}

test('figures are grouped as the reader does, and money names its currency', () => {
  const american = formatOf('en', 'en-US', 'TWD');
  assert.equal(american.money(1234567.5), 'NT$1,234,567.50');
  assert.equal(formatOf('en', 'en-IN', 'INR').money(1234567.5), '₹12,34,567.50');
  assert.equal(formatOf('zh-TW', 'zh-TW', 'TWD').money(1234567.5), 'NT$1,234,567.50');
  assert.equal(formatOf('zh-TW', 'zh-TW').compact(3_400_000), '340\u00a0萬');
  assert.equal(formatOf('zh-TW', 'zh-TW').compact(34_000_000), '3,400\u00a0萬');
  const inOneUnit = (language: 'en' | 'zh-TW', values: number[]) =>
    values.map((value) => formatOf(language, language).brief(value, Math.min(...values)));
  assert.deepEqual(inOneUnit('en', [120_345, 71_487, 0]), ['120,345', '71,487', '0']);
  assert.deepEqual(inOneUnit('en', [39_312_345, 1_250_000, 120_345]), ['39,312K', '1,250K', '120K']);
  assert.deepEqual(inOneUnit('en', [39_312_345, 1_250_000]), ['39.31M', '1.25M']);
  assert.deepEqual(inOneUnit('en', [39_312_345, 950_000]), ['39,312K', '950K']);
  assert.deepEqual(inOneUnit('zh-TW', [39_312_345, 120_345]), ['3,931.2\u00a0萬', '12.0\u00a0萬']);
  assert.equal(formatOf('en', 'en-US', 'USD').money(5), 'US$5.00');
  assert.equal(formatOf('en', 'en-US').money(5), '5.00');
  assert.equal(american.points(1), '1 point');
  const prices = [0, 0.0005, 0.01, 330].map((value) => american.price(value, 'USD'));
  assert.deepEqual(prices, ['US$0.00', 'US$0.0005', 'US$0.01', 'US$330.00']);
});

test('dates read as people of the language write them', () => {
  const english = formatOf('en', 'en-US');
  // A line may break after the dash only.
  assert.deepEqual(english.days({ start: '2026-08-17', end: '2026-11-08' }).split(' '), [
    '17\u00a0Aug\u00a0–',
    '8\u00a0Nov\u00a02026',
  ]);
  const winter = english.days({ start: '2025-12-22', end: '2026-03-15' });
  assert.equal(winter.replaceAll('\u00a0', ' '), '22 Dec 2025 – 15 Mar 2026');
  assert.equal(english.week('2026-11-02', '2026-11-08'), '2 – 8 Nov 2026');
  assert.equal(english.week('2026-11-30', '2026-12-06'), '30 Nov – 6 Dec 2026');
  assert.equal(english.week('2025-12-29', '2026-01-04'), '29 Dec 2025 – 4 Jan 2026');
  const chinese = formatOf('zh-TW', 'zh-TW');
  const days = chinese.days({ start: '2026-08-17', end: '2026-11-08' });
  assert.equal(days.replaceAll('\u00a0', ' '), '2026 年 8 月 17 日至 11 月 8 日');
  assert.deepEqual(days.split(' '), [
    '2026\u00a0年\u00a08\u00a0月\u00a017\u00a0日至',
    '11\u00a0月\u00a08\u00a0日',
  ]);
  assert.equal(chinese.week('2026-11-02', '2026-11-08'), '2026 年 11/02–11/08');
  assert.equal(chinese.week('2025-12-29', '2026-01-04'), '2025 年 12/29–2026 年 01/04');
  assert.equal(chinese.month('2026-11'), '2026 年 11 月');
});

test('digits follow the first of the reader’s locales that is in the language of the page', () => {
  assert.equal(numberTag('en', ['de-DE', 'en-IN', 'en-US']), 'en-IN');
  assert.equal(numberTag('en', ['de-DE']), 'en-US');
  assert.equal(numberTag('zh-TW', ['zh-CN', 'zh-HK']), 'zh-HK');
  assert.equal(languageOfTag('zh-Hant'), 'zh-TW');
});
