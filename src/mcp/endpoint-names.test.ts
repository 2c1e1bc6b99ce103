/** Agents find an endpoint under any common spelling of its name, and an ambiguous name finds none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocs } from '../docs/docs.ts';
import { EndpointNames } from './endpoint-names.ts';

const { endpoints } = createDocs();
const names = new EndpointNames(endpoints);

function assertFinds(path: string, spellings: readonly string[]): void {
  for (const spelling of spellings) assert.equal(names.find(spelling)?.path, path, spelling);
}

test('every endpoint is found by its path in any reasonable spelling', () => {
  for (const { path } of endpoints) {
    const short = path.replace('/api/public/', '');
    const words = short.split(/\W/);
    const camel = words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
    assertFinds(path, [
      path,
      path.slice(1),
      short,
      `/${short}/`,
      `GET ${path}`,
      `get  ${path}?category=Home&sub=x#there`,
      `https://data.example.com:8443${path}?start=2026-01-01`,
      `GET https://data.example.com${path}`,
      `/developers/api/${short}.md`,
      short.replaceAll('/', '.'),
      words.join('_'),
      words.join('-'),
      words.join(' '),
      camel,
      short.toUpperCase(),
    ]);
  }
});

test('the names that data tools usually have are understood', () => {
  const tools: Record<string, string> = {
    'market/focus': 'market.focus get_market_focus fetchMarketFocus market-focus-data',
    'sub-market/tags': 'getSubMarketTags submarket_tags query.sub_market.tags list_tags',
    'overview/ranking': 'fetch-overview-ranking overview_rankings OverviewRanking get_ranking',
    'trends/sub-market': 'trends_sub_market sub_market_trend getSubmarketTrends',
    'trends/market': 'market_trends query_market_trend',
    'trends/overview': 'overview_trend get-trends-overview',
    'meta/categories': 'list_categories categories getCategories',
    'meta/sub-categories': 'subcategories list_sub_categories',
    'market/sub-ranking': 'marketSubRanking subranking',
    'sub-market/related-purchases': 'get_sub_market_related_purchases sub-market.related-purchase',
  };
  for (const [path, spellings] of Object.entries(tools))
    assertFinds(`/api/public/${path}`, spellings.split(' '));
});

test('a name that fits no endpoint, or more than one, finds none', () => {
  const others = ['', 'focus', 'payment', 'market', 'overview', 'get', 'api', 'docs.searching', '市場'];
  const more = ['market focus tags', 'constructor', '__proto__', `market.focus${'.'.repeat(1000)}`];
  for (const name of [...others, ...more]) assert.equal(names.find(name), undefined, name);
});
