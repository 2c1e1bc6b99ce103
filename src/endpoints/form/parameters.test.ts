/** Parameter values are parsed strictly, and an incomplete declaration fails at startup. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Schema, Type } from '../../lib/schema.ts';
import { describeForm, ownParameter } from './parameters.ts';

const description = 'What it means.';

function cases(schema: Schema, form: string, values: readonly (readonly [text: string, value: unknown])[]) {
  const parameter = ownParameter('each', schema);
  assert.equal(describeForm(parameter.form), form);
  for (const [text, value] of values) assert.equal(parameter.read(text), value, text);
}

test('a parameter takes a whole number, one of some words, or a text, and nothing else', () => {
  cases(Type.Integer({ minimum: -1, maximum: 20, default: 5, description }), 'a whole number from -1 to 20', [
    ['20', 20],
    ['-1', -1],
    ['007', 7],
    ...['21', '-2', '1.0', '1e1', '+1', ' 1', '１', 'one', '9'.repeat(40)].map(
      (text) => [text, undefined] as const,
    ),
  ]);
  cases(
    Type.Union([Type.Literal('day'), Type.Literal('week')], { default: 'week', description }),
    'one of day, week',
    [
      ['day', 'day'],
      ['Day', undefined],
      ['', undefined],
    ],
  );
  cases(Type.String({ default: 'x', maxLength: 3, description }), 'a text of at most 3 characters', [
    ['abc', 'abc'],
    ['😀😀😀', '😀😀😀'],
    ['abcd', undefined],
  ]);
});

test('a declaration that leaves something open fails when the program starts', () => {
  for (const schema of [
    Type.Integer({ minimum: 1, maximum: 20, default: 5 }),
    Type.Integer({ minimum: 1, maximum: 20, description }),
    Type.Integer({ minimum: 1, maximum: 20, default: 21, description }),
    Type.Integer({ minimum: 1, default: 5, description }),
    Type.Union([Type.Literal('day')], { default: 'week', description }),
  ])
    assert.throws(() => ownParameter('each', schema), /^Error: The parameter each needs /);
});

test('what is declared is read, and what a text may have is told', () => {
  for (const unread of [{ pattern: '^[a-z]+$' }, { format: 'date' }, { minLength: 3 }])
    assert.throws(
      () => ownParameter('each', Type.String({ ...unread, default: 'x', description })),
      /declares what is not read: (pattern|format|minLength)$/,
    );
  const { schema } = ownParameter('each', Type.String({ default: 'x', description }));
  assert.equal(schema.maxLength, 200);
});

test('a name that clients or other parts of a call have already is refused', () => {
  for (const name of ['from', 'prefer', 'type', 'strict', 'maxPoints', 'sub-total', ''])
    assert.throws(() => ownParameter(name, Type.String({ default: 'x', description })), /cannot be called/);
});
