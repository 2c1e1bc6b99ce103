/** Documentation search ranks the right page first for 90 % of known questions, and in the top three for 98 %. */
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

/** What people type, and the pages of which one must come first or second. */
type Question = readonly [query: string, ...pages: string[]];

const FOCUS = ['api/market/focus', 'api/sub-market/focus', 'fields'] as const;
const TRENDS = ['api/trends/overview', 'api/trends/market', 'api/trends/sub-market'] as const;
const PAYMENTS = ['api/overview/payment', 'api/market/payment'] as const;

const QUESTIONS: Record<string, readonly Question[]> = {
  'someone who pays for calls': [
    ['how much does a call cost', 'points'],
    ['price of the tags endpoint', 'api/sub-market/tags', 'points'],
    ['fee for half a year of data', 'points'],
    ['do I get a refund when a call fails', 'points'],
    ['how many points have I spent this month', 'points'],
    ['check remaining balance', 'points', 'account', 'api/account'],
    ['currency', 'fields', 'api/account'],
    ['sign up', 'authentication', 'quickstart'],
    ['free trial', 'explorer', 'quickstart', 'points'],
    ['avoid being charged twice after a timeout', 'points'],
    ['which calls are free', 'points'],
    ['idempotency-key', 'points'],
    ['x-max-points', 'points'],
    ['x-points-charged header', 'points'],
    ['402 payment required', 'points', 'errors'],
  ],
  'someone who writes a program': [
    ['where do I put my api key', 'authentication'],
    ['authentification', 'authentication'],
    ['credentials header name', 'authentication'],
    ['bearer token does not work', 'authentication'],
    ['my key leaked', 'authentication'],
    ['API key owner is inactive', 'errors', 'authentication'],
    ['rate limit', 'errors', 'operating'],
    ['429', 'errors'],
    ['No data has been published yet', 'errors', 'operating'],
    ['start is after end', 'errors', 'dates'],
    ['start takes a calendar date as YYYY-MM-DD', 'errors', 'dates'],
    ['typescript sdk', 'client'],
    ['call the api from python', 'client', 'quickstart'],
    ['getting started', 'quickstart'],
    ['openapi spec download', 'agents', 'fields'],
    ['unknown category', 'errors', 'fields'],
    ['last calls of my account', 'api/account/calls', 'points'],
    ['/api/account/usage', 'api/account/usage'],
    ['/sub-market/tags', 'api/sub-market/tags'],
    ['GET /api/public/trends/overview', 'api/trends/overview'],
    ['I get a different category than I asked for', 'fields', 'errors', 'operating', 'quickstart'],
  ],
  'an analyst': [
    ['audienceCount', ...FOCUS],
    ['prevFocus is null', 'dates', ...FOCUS],
    ['arpu definition', ...FOCUS],
    ['count_growth_rate', 'api/overview/growth'],
    ['how many unique buyers', ...FOCUS],
    ['AOV by week', 'fields', ...TRENDS],
    ['best selling categories', 'api/overview/ranking', 'api/meta/categories'],
    ['fastest growing category', 'api/overview/growth'],
    ['customers who bought this also bought', 'api/sub-market/related-purchases'],
    ['share of credit card payments', ...PAYMENTS],
    ['list of all categories', 'api/meta/categories'],
    ['explorer', 'explorer'],
    ['download csv', 'explorer'],
    ['what time zone are the dates in', 'dates', 'data-format'],
    ['timezone', 'dates', 'data-format', 'operating'],
    ['does a week start on sunday or monday', 'dates'],
    ['why is my trend monthly', 'dates', 'operating', ...TRENDS],
    ['product attributes most common in a subcategory', 'api/sub-market/tags'],
  ],
  'an operator': [
    ['csv columns for import', 'data-format'],
    ['upload parquet', 'imports', 'data-format'],
    ['csv with semicolons', 'data-format'],
    ['semicolon', 'data-format'],
    ['my csv uses ; as separator', 'data-format'],
    ['rejected rows', 'imports'],
    ['top-up a customer account', 'operating'],
    ['backup', 'backup'],
    ['disaster recovery', 'backup'],
    ['how do I migrate to a newer version', 'upgrade'],
    ['listen on 0.0.0.0', 'operating'],
    ['MDQ_RATE_LIMIT', 'operating'],
    ['docker image', 'deploy'],
    ['nginx reverse proxy', 'deploy'],
    ['systemd unit', 'deploy'],
    ['security', 'threat-model', 'deploy'],
    ['revoke a key', 'operating', 'authentication'],
  ],
  'an agent': [
    ['connect claude code to mcp', 'agents'],
    ['llms.txt', 'agents'],
    ['docs.search tool', 'agents'],
    ['how to retry a request safely', 'points', 'errors', 'client'],
  ],
  'someone who asks in Traditional Chinese': [
    ['API 点數餘額不足', 'zh/errors', 'zh/points', 'errors', 'points'],
    ['點數怎麼計算', 'zh/points'],
    ['餘額', 'zh/points'],
    ['一次呼叫要花多少錢', 'zh/points'],
    ['金鑰要放在哪裡', 'authentication', 'zh/quickstart'],
    ['快速開始', 'zh/quickstart'],
    ['成長率', 'api/overview/growth'],
    ['客單價趨勢', ...TRENDS],
    ['熱門標籤', 'api/sub-market/tags'],
    ['買了這個的人還買了什麼', 'api/sub-market/related-purchases'],
    ['付款方式佔比', ...PAYMENTS],
    ['子類別排行', 'api/market/sub-ranking'],
    ['請求太多 429', 'zh/errors', 'errors'],
    ['重試會不會重複扣點', 'zh/points'],
    ['怎麼匯入 CSV', 'data-format'],
    ['時區', 'dates', 'data-format', 'operating'],
    ['不重複會員數', ...FOCUS],
    ['Claude 怎麼連 MCP', 'agents'],
    ['備份', 'backup'],
    ['怎麼部署', 'deploy'],
    ['營業額', ...TRENDS],
    ['幣別', 'fields', 'api/account'],
    ['下載', 'client', 'explorer'],
    ['試用', 'explorer', 'quickstart'],
    ['CSV 用分號分隔', 'data-format'],
  ],
  'someone who asks in Simplified Chinese': [
    ['余额不足怎么办', 'zh/errors', 'zh/points'],
    ['积分怎么收费', 'zh/points'],
    ['增长率', 'api/overview/growth'],
    ['类别列表', 'api/meta/categories', 'api/meta/sub-categories'],
    ['密钥无效', 'authentication', 'zh/errors'],
  ],
};

for (const [who, questions] of Object.entries(QUESTIONS))
  test(`the right page comes first or second for ${who}`, () => {
    const wrong = questions.flatMap(([query, ...pages]) => {
      // A page in Chinese is the same page.
      const found = docs.search(query, 2).map(({ page }) => page);
      const isRight = found.some((page) =>
        [page, page.replace(/^zh\//, '')].some((each) => pages.includes(each)),
      );
      return isRight
        ? []
        : [`${query}: found ${found.join(', ') || 'nothing'}; wanted ${pages.join(' or ')}`];
    });
    assert.deepEqual(wrong, []);
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

/** A question of a reader, and the places that answer it: a page, or one heading of it. */
const ASKED: readonly Question[] = JSON.parse(readFileSync(join(root, 'test/docs/questions.json'), 'utf8'));

test('of what readers ask, nine in ten are answered by the first hit, and 98 in 100 by the first three', () => {
  const ranks = ASKED.map(([query, ...wanted]) => {
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
  assert.ok(ASKED.length >= 100);
  assert.ok(wrong.length <= ASKED.length * 0.1, wrong.map(({ told }) => told).join('\n'));
  assert.ok(missing.length <= ASKED.length * 0.02, missing.map(({ told }) => told).join('\n'));
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
