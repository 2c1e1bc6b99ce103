/** Documentation search ranks the right page first for 90 % of known questions, and in the top three for 99 %. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDocs } from '../../src/docs/docs.ts';
import { DocsSearch } from '../../src/docs/search/search.ts';
import { searchTexts } from '../../src/docs/search/search-texts.ts';
import { SECTION_NAMES } from '../../src/docs/search/section-names.ts';
import { sectionsOf } from '../../src/docs/search/sections.ts';
import { slug } from '../../src/docs/search/slug.ts';
import { termsOf } from '../../src/docs/search/terms.ts';
import { LANGUAGES, wordsOf } from '../../src/words/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = createDocs();

/** What readers ask, and the places that answer it: pages, or headings of them. */
const ASKED = readFileSync(join(root, 'test/docs/questions.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | '));

test('of what readers ask, nine in ten are answered by the first hit, and 99 in 100 by the first three', () => {
  const ranks = ASKED.map(([query = '', ...wanted]) => {
    const hits = docs.search(query, 3).map(({ url }) => url.replace('/developers/', ''));
    const isWanted = (hit: string) =>
      wanted.some((place) =>
        // The same page in Chinese is the same page; a heading is one in the language of the question.
        place.includes('#') ? hit === place : hit.replace(/^zh\/|#.*/g, '') === place.replace(/^zh\//, ''),
      );
    return { rank: hits.findIndex(isWanted), told: `${query}: ${hits.join(', ') || 'nothing'}` };
  });
  const wrong = ranks.filter(({ rank }) => rank !== 0);
  const missing = ranks.filter(({ rank }) => rank < 0);
  assert.ok(ASKED.length >= 250);
  assert.ok(wrong.length <= ASKED.length * 0.1, wrong.map(({ told }) => told).join('\n'));
  assert.ok(missing.length <= ASKED.length * 0.01, missing.map(({ told }) => told).join('\n'));
});

test('what is nowhere in the documentation finds nothing', () => {
  // One pair of Chinese characters stands in a page by chance.
  for (const nonsense of ['zyxwvut', '???', '今天天氣真好', '我想買一隻貓', '火星上的蘋果樹', '籃球比賽結果'])
    assert.deepEqual(docs.search(nonsense, 5), [], nonsense);
});

test('every guide says for whom it is', () => {
  for (const file of globSync('guides/**/*.md', { cwd: root })) {
    assert.match(readFileSync(join(root, file), 'utf8'), /^---\n[^#]*^audience: (callers|operators)$/m, file);
  }
});

test('a snippet is plain words: no marks, no halves of links or tables', () => {
  for (const query of ['prices', 'what is free', 'next steps', 'columns', 'errors', 'agents', '點數']) {
    for (const { snippet, url } of docs.search(query, 10)) {
      assert.doesNotMatch(snippet, /[`*|]|\]\(|^#|<\/?\w+>/, `${url}: ${snippet}`);
      assert.ok(snippet.length > 0 && snippet.length <= 202, url);
    }
  }
});

test('a heading for callers that is asked for by its words is the first hit', () => {
  const callers = docs.pages.filter(({ audience }) => audience === 'callers');
  for (const { id, markdown } of callers) {
    for (const { heading } of sectionsOf(markdown).filter(({ level }) => level > 1)) {
      // Whoever asks in Latin letters reads English, and words that stand everywhere ask for nothing.
      if (termsOf(heading).length === 0 || (id.startsWith('zh/') && !/\p{Script=Han}/u.test(heading)))
        continue;
      const [hit] = docs.search(heading, 1);
      const isThere = slug(hit?.title ?? '').endsWith(slug(heading));
      assert.ok(isThere, `${id}, ${heading}: ${hit?.url}`);
    }
  }
});

test('what a question names, and what has other names, is there', () => {
  const places = new Set(
    docs.everyPage.flatMap(({ id, markdown }) => [
      id,
      ...sectionsOf(markdown).map((section) => `${id}#${section.slug}`),
    ]),
  );
  const named = [SECTION_NAMES, ...LANGUAGES.map((language) => wordsOf(language).sectionNames ?? {})];
  const wanted = ASKED.flatMap(([, ...pages]) => pages);
  assert.deepEqual(
    [...named.flatMap(Object.keys), ...wanted].filter((place) => !places.has(place)),
    [],
  );
});

/** What is said of the first hit: where it is, and for whom its page is. */
const FIRST_HITS: readonly (readonly [query: string, audience: 'callers' | 'operators', url: RegExp])[] = [
  ['x-max-points', 'callers', /^\/developers\/points#cap-the-price-of-a-call-x-max-points$/],
  ['restore a backup', 'operators', /backup/],
  ['點數', 'callers', /\/zh\/points$/],
  ['額度', 'callers', /\/zh\/points$/],
  ['儲值', 'callers', /\/zh\/points#取得更多點數$/],
  // Small words tell a phrase apart: who pays is not what is paid for, and most is not at most.
  ['how do people pay', 'callers', /payment(#|$)/],
  ['most used tags', 'callers', /\/api\/sub-market\/tags/],
  // Whoever speaks of customers or imports is an operator.
  ['give a customer a new key', 'operators', /./],
  ['imported twice', 'operators', /./],
  ['幫客戶建立金鑰', 'operators', /./],
  ['replace my key', 'callers', /./],
];

test('the first hit is for whom the words are, and where they are', () => {
  for (const [query, audience, url] of FIRST_HITS) {
    const [hit] = docs.search(query, 1);
    assert.equal(hit?.audience, audience, query);
    assert.match(hit?.url ?? '', url, query);
  }
  const points = docs.search('points', 5).filter(({ page }) => page === 'points');
  assert.ok(points.length > 1, 'a page is found with several of its sections');
});

test('an index that is made a little at a time finds the same, also for who asks before it is done', async () => {
  const texts = searchTexts(docs);
  const asked = (search: DocsSearch) => search.search('how are points charged', 5);
  const expected = asked(new DocsSearch(texts));
  assert.equal(expected.length, 5);
  const [early, late] = [new DocsSearch(texts), new DocsSearch(texts)];
  const made = early.makeIndex();
  assert.deepEqual(asked(early), expected);
  await Promise.all([made, late.makeIndex(), late.makeIndex()]);
  assert.deepEqual([asked(early), asked(late)], [expected, expected]);
});
