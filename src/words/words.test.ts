/** A translation is used only while its English source is unchanged; otherwise the English text is shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, say } from './index.ts';
import { traditionalChinese } from './zh-TW/index.ts';

const [english, chinese] = traditionalChinese.errors.notFound ?? assert.fail();

test('a translation holds for as long as the English is the one that it was made from', () => {
  const text = { kind: 'error', key: 'notFound', english } as const;
  assert.equal(say('zh-TW', text), chinese);
  assert.equal(say('en', text), english);
  assert.equal(say('zh-TW', { ...text, english: 'Another text.' }), 'Another text.');
  assert.equal(say('zh-TW', { ...text, key: 'toString' }), english);
});

test('what a path says of a field comes before what all say', () => {
  const name = { kind: 'field', key: 'items[].name' } as const;
  const ranking = '/api/public/overview/ranking';
  assert.equal(say('zh-TW', { ...name, path: ranking, english: 'Main category name.' }), '主類別名稱。');
  assert.equal(say('zh-TW', { ...name, path: ranking, english: 'Payment method.' }), '付款方式。');
  const basket = { kind: 'field', key: 'basket.arpu', path: '/new' } as const;
  const [known, said] = traditionalChinese.fields.arpu ?? assert.fail();
  assert.equal(say('zh-TW', { ...basket, english: known }), said);
});

test('a page is in the language of its folder', () => {
  assert.deepEqual(['errors', 'zh/errors', 'api/account'].map(languageOf), ['en', 'zh-TW', 'en']);
});
