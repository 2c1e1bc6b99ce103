/** Search results highlight the words of the query, also inside longer words, but no stop words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked } from './marked.ts';

test('what was asked for is marked, and small words are not, also inside others', () => {
  const hits = (text: string, question: string) =>
    marked(text, question).flatMap((part) => (part.isHit ? [part.text] : []));
  assert.deepEqual(hits('How often points of a month expire', 'expiry of Points'), ['points']);
  assert.deepEqual(hits('點數餘額與 audienceCount', '餘額 count'), ['餘額', 'Count']);
  assert.deepEqual(hits('How often', 'of the'), []);
});
