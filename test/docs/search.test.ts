/** Documentation search ranks the right page first for 90 % of known questions, and in the top three for 98 %. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
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

suite('the right page comes first or second for', () => {
  const docs = createDocs();
  for (const [who, questions] of Object.entries(QUESTIONS)) {
    test(who, async (t) => {
      for (const [query, ...pages] of questions) {
        await t.test(query, () => {
          // A page in Chinese is the same page.
          const found = docs.search(query, 2).map(({ page }) => page);
          assert.ok(
            found.some((page) => pages.includes(page) || pages.includes(page.replace(/^zh\//, ''))),
            `found ${found.join(', ') || 'nothing'}; wanted ${pages.join(' or ')}`,
          );
        });
      }
    });
  }
});

test('a hit says where it is and shows the words', () => {
  const [hit] = createDocs().search('x-max-points', 1);
  assert.equal(hit?.url, '/developers/points#cap-the-price-of-a-call-x-max-points');
  assert.match(hit?.snippet ?? '', /x-max-points/);
});

test('what is nowhere in the documentation finds nothing', () => {
  assert.deepEqual(createDocs().search('zyxwvut', 5), []);
  assert.deepEqual(createDocs().search('???', 5), []);
  // One pair of characters stands in a page by chance.
  for (const nonsense of ['今天天氣真好', '我想買一隻貓', '火星上的蘋果樹', '籃球比賽結果'])
    assert.deepEqual(createDocs().search(nonsense, 5), [], nonsense);
});

test('a hit says for whom its page is', () => {
  const docs = createDocs();
  const found = (query: string) => docs.search(query, 1)[0]?.audience;
  assert.equal(found('restore a backup'), 'operators');
  assert.equal(found('x-max-points'), 'callers');
  assert.equal(found('GET /api/public/market/focus'), 'callers');
});

test('every guide says for whom it is', () => {
  for (const file of globSync('guides/**/*.md', { cwd: root })) {
    assert.match(readFileSync(join(root, file), 'utf8'), /^---\n[^#]*^audience: (callers|operators)$/m, file);
  }
});

test('whoever types points, credit or topping up in Chinese finds the page about them first, and no error before it', () => {
  const docs = createDocs();
  const first = (query: string) => docs.search(query, 1)[0]?.url;
  assert.equal(first('點數'), '/developers/zh/points');
  assert.equal(first('額度'), '/developers/zh/points');
  assert.equal(first('儲值'), '/developers/zh/points#取得更多點數');
});

test('a snippet is plain words: no marks, no halves of links or tables', () => {
  const docs = createDocs();
  for (const query of ['prices', 'what is free', 'next steps', 'columns', 'errors', 'agents', '點數']) {
    for (const { snippet, url } of docs.search(query, 10)) {
      assert.doesNotMatch(snippet, /[`*|]|\]\(|^#|<\/?\w+>/, `${url}: ${snippet}`);
      assert.ok(snippet.length > 0 && snippet.length <= 202, url);
    }
  }
});

/** A question, and the places that answer it: a page, or one heading of it. */
const ASKED: Readonly<Record<'asserted' | 'measured', readonly Question[]>> = JSON.parse(
  readFileSync(join(root, 'test/docs/questions.json'), 'utf8'),
);

/** As many again, by readers who had not seen the product. */
const FROM_OUTSIDE: readonly Question[] = JSON.parse(
  readFileSync(join(root, 'test/docs/questions-from-outside.json'), 'utf8'),
);

/** How many of the questions are answered by the first hit and by one of the first three, and what went wrong. */
function answered(questions: readonly Question[]) {
  const docs = createDocs();
  const ranks = questions.map(([query, ...wanted]) => {
    const hits = docs.search(query, 3).map(({ url }) => url.replace('/developers/', ''));
    const isWanted = (hit: string) =>
      wanted.some((place) =>
        // The same page in Chinese is the same page; a heading is one in the language of the question.
        place.includes('#') ? hit === place : hit.replace(/^zh\/|#.*/g, '') === place.replace(/^zh\//, ''),
      );
    return { rank: hits.findIndex(isWanted), told: `${query}: ${hits.join(', ') || 'nothing'}` };
  });
  const share = (isRight: (rank: number) => boolean) =>
    (100 * ranks.filter(({ rank }) => isRight(rank)).length) / ranks.length;
  return {
    first: share((rank) => rank === 0),
    three: share((rank) => rank >= 0),
    wrong: ranks.filter(({ rank }) => rank !== 0).map(({ told }) => told),
  };
}

test('of what readers ask, nine in ten are answered by the first hit, and 98 in 100 by the first three', () => {
  assert.ok(ASKED.asserted.length >= 100);
  const { first, three, wrong } = answered(ASKED.asserted);
  assert.ok(first >= 90, `${first} %: ${wrong.join('\n')}`);
  assert.ok(three >= 98, `${three} %: ${wrong.join('\n')}`);
});

test('as many more questions are asked, and how many are answered is told', (t) => {
  for (const questions of [ASKED.measured, FROM_OUTSIDE]) {
    assert.ok(questions.length >= 100);
    const { first, three, wrong } = answered(questions);
    t.diagnostic(`first hit right: ${first.toFixed(1)} %, one of the first three: ${three.toFixed(1)} %`);
    for (const told of wrong) t.diagnostic(told);
  }
});

test('a heading for callers that is asked for by its words is the first hit', () => {
  const docs = createDocs();
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

test('a page is found with several of its sections', () => {
  const found = createDocs()
    .search('points', 5)
    .map(({ page }) => page);
  assert.ok(found.filter((page) => page === 'points').length > 1, found.join(', '));
});

test('what a question names, and what has other names, is there', () => {
  const places = new Set(
    createDocs().everyPage.flatMap(({ id, markdown }) => [
      id,
      ...sectionsOf(markdown).map((section) => `${id}#${section.slug}`),
    ]),
  );
  const named = [SECTION_NAMES, ...LANGUAGES.map((language) => wordsOf(language).sectionNames ?? {})];
  const wanted = [...ASKED.asserted, ...ASKED.measured, ...FROM_OUTSIDE].flatMap(([, ...pages]) => pages);
  const missing = [...named.flatMap(Object.keys), ...wanted].filter((place) => !places.has(place));
  assert.deepEqual(missing, []);
});

test('small words tell a phrase apart: who pays is not what is paid for, and most is not at most', () => {
  const docs = createDocs();
  const first = (query: string) => docs.search(query, 1)[0]?.page;
  assert.match(first('how do people pay') ?? '', /payment$/);
  assert.equal(first('most used tags'), 'api/sub-market/tags');
});

test('whoever speaks of customers or imports is shown pages for operators first', () => {
  const docs = createDocs();
  const audiences = (query: string) => docs.search(query, 1).map(({ audience }) => audience);
  for (const query of ['give a customer a new key', 'imported twice', '幫客戶建立金鑰'])
    assert.deepEqual(audiences(query), ['operators'], query);
  assert.deepEqual(audiences('replace my key'), ['callers']);
});

test('an index that is made a little at a time finds the same, also for who asks before it is done', async () => {
  const texts = searchTexts(createDocs());
  const asked = (search: DocsSearch) => search.search('how are points charged', 5);
  const expected = asked(new DocsSearch(texts));
  assert.equal(expected.length, 5);
  const [early, late] = [new DocsSearch(texts), new DocsSearch(texts)];
  const made = early.makeIndex();
  assert.deepEqual(asked(early), expected);
  await Promise.all([made, late.makeIndex(), late.makeIndex()]);
  assert.deepEqual([asked(early), asked(late)], [expected, expected]);
});
