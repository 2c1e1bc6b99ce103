/** A key limited to some categories must name one of them before a paid call is sent; a quote needs none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mistakesIn } from './mistakes.ts';
import type { CallSpec, ParameterSpec } from './spec.ts';

const category = { name: 'category', form: { kind: 'category' }, isRequired: false } as ParameterSpec;
const specOf = (price?: CallSpec['price']) =>
  ({ parameters: [category], price }) as Partial<CallSpec> as CallSpec;

test('a key of some categories names one of them, but for a quote, which may be of what has none', () => {
  const known = { quote: undefined, data: undefined, isUnknown: () => false, categories: ['Tea'] };
  const kinds = (spec: CallSpec) => [...mistakesIn(spec, {}, known).values()].map(({ kind }) => kind);
  const paid = specOf({ base: 50, kind: 'per-period' });
  assert.deepEqual(kinds(paid), ['missing']);
  assert.deepEqual(kinds(specOf()), []);
  assert.deepEqual([...mistakesIn(paid, {}, { ...known, categories: null })], []);
});
