/**
 * Prices and the length of the default period are the operator's: every sentence, example and table that callers read
 * shows those of now, and none an old one.
 */
import assert from 'node:assert/strict';
import { createDocs } from '../../../src/docs/docs.ts';
import { textOf } from '../../mcp/rpc.ts';
import { ask } from '../../support/http/raw-http.ts';
import { PATHS } from '../../support/reference/reference.ts';
import { openPage } from '../../support/site/browser.ts';
import { test } from '../../support/site/in-browser.ts';
import { Place } from '../../support/site/place.ts';
import { until } from '../../support/until.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

/** All prices are above this, so that a lower one is an old one. */
const LEAST = 7001;

const docs = createDocs();
const callers = docs.everyPage.filter(({ audience }) => audience === 'callers').map(({ id }) => id);

/** A period of 28 days where 84 are usual, and other prices than usual. */
const place = new Place(async () => {
  const service = await startOnYear({ MDQ_DEFAULT_WEEKS: '4' });
  const { key } = await service.createKey(0);
  await Promise.all(PATHS.map((path, i) => service.succeed('price', 'set', path, String(LEAST + 10 * i))));
  await until('the server knows every price', async () => {
    const { body } = await service.get('/api/account', { key });
    const { prices } = (body as { data: { prices: { base: number }[] } }).data;
    return prices.every(({ base }) => base >= LEAST);
  });
  return service;
});

/** What a reader takes for the price of a call. */
const TOLD = [
  /x-points-charged: (\d+)/g,
  /(?<![\d.,:-])(\d[\d,]*) points?\b/g,
  /(?<![\d.,:-])(\d[\d,]*) ?點/g,
  /"(?:points|base|required)": ?(\d+)/g,
  /\bcosts (\d[\d,]*)/g,
];
/** What a caller chooses, not what a call costs. */
const CAP = /(?:at most|more than) \d+ points|超過 \d+ 點/g;

function oldPrice(text: string): string | undefined {
  for (const pattern of TOLD) {
    for (const { 0: found, 1: number = '' } of text.replaceAll(CAP, '').matchAll(pattern)) {
      const points = Number(number.replaceAll(',', ''));
      if (points > 0 && points < LEAST) return found;
    }
  }
  return undefined;
}

/** What is said of the default period as if it were the usual one; what is said of an example may be. */
const USUAL_PERIOD =
  /\b12 (?:full )?weeks|(?:last|every|is|of|data,|started|共|每) 84 (?:days|天)|12 個完整週|最近 12 週/;
const EXAMPLES =
  /(?:In these examples|The examples (?:use|come from)|以下範例|範例用的|範例來自)(?:[^.。]|\.(?=\w))*[.。]/g;

function assertCurrent(text: string, where: string): void {
  assert.equal(oldPrice(text), undefined, where);
  assert.equal(USUAL_PERIOD.exec(text.replaceAll(EXAMPLES, ''))?.[0], undefined, where);
}

test('what is looked for is found: at the usual prices the same pages do not pass', () => {
  for (const page of ['quickstart', 'points', 'client', 'agents']) {
    for (const id of [page, `zh/${page}`]) assert.ok(oldPrice(docs.page(id)?.markdown ?? ''), id);
  }
});

test('sentences about the default period say how long it is here', async () => {
  for (const [id, said] of [
    ['index', 'once per started period of 28 days'],
    ['dates', 'the newest full weeks in the data, 28 days in all'],
    ['points', 'A period is 28 days'],
    ['zh/index', '每 28 天計一次基本點數'],
    ['zh/dates', '最後的完整週，共 28 天'],
    ['zh/points', '一期是 28 天'],
  ] as const) {
    assert.ok((await ask(`${place.url}/developers/${id}.md`)).text.includes(said), id);
  }
});

test('no document and no tool tells an old price', async () => {
  assertCurrent((await ask(`${place.url}/llms.txt`)).text, 'llms.txt');
  const openApi = (await ask(`${place.url}/api/docs/openapi.json`)).text;
  assertCurrent(openApi.replaceAll('":', '": '), 'OpenAPI');
  for (const id of callers) {
    assertCurrent((await ask(`${place.url}/developers/${id}.md`)).text, id);
    assertCurrent(await textOf(place.url, 'docs.get_page', { id }), `docs.get_page ${id}`);
  }
  for (const path of PATHS) assertCurrent(await textOf(place.url, 'api.get_endpoint', { path }), path);
  assertCurrent(await textOf(place.url, 'api.list_endpoints'), 'api.list_endpoints');
});

test('no page of the site shows an old price, in either language, nor does its search', async () => {
  const { page, leave } = await place.visit();
  const guides = docs.pages.filter(({ audience }) => audience === 'callers').map(({ id }) => id);
  const others = ['explorer', 'zh/explorer', 'api/market/focus', 'zh/api/overview/growth'];
  await page.addInitScript("localStorage.setItem('mdq-language', 'chosen')");
  for (const id of [...guides, ...others]) {
    const facts = page.waitForResponse('**/site.json').then((response) => response.finished());
    await openPage(page, `/developers/${id.replace(/index$/, '')}`);
    await facts;
    await until(`${id} shows no old price and no old period`, async () => {
      const text = (await page.locator('#VPContent').innerText()).replaceAll(EXAMPLES, '');
      return oldPrice(text) === undefined && !USUAL_PERIOD.test(text);
    });
  }
  await openPage(page, '/developers/points');
  await page.keyboard.press('ControlOrMeta+k');
  for (const question of ['price examples', 'weekly trend of a category', 'what does a call cost']) {
    await page.locator('.search-box input').fill(question);
    await page.locator('.search-box [role=option]').first().waitFor();
    assertCurrent(await page.locator('.search-box').innerText(), question);
  }
  await leave();
});
