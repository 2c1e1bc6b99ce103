/** Strict handling is recognized in every form of RFC 7240, and a malformed `strict` is reported as unclear. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handlingOf } from './prefer.ts';

test('strict handling is understood in every form that RFC 7240 allows', () => {
  for (const header of [
    'handling=strict',
    'Handling=strict',
    'HANDLING = strict',
    'handling="strict"',
    'handling="str\\ict"',
    'respond-async, handling=strict',
    'wait=10;foo="a, handling=lenient", handling=strict',
    'handling=strict; foo=bar, handling=lenient',
    'handling=strict, handling=lenient',
    ' ,handling=strict,',
  ]) {
    assert.equal(handlingOf(header), 'strict', header);
  }
});

test('anything else asks for nothing', () => {
  for (const header of [
    undefined,
    '',
    ',',
    'handling',
    'handling=',
    'handling=""',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'handling="lenient"; strict',
    'respond-async',
  ]) {
    assert.equal(handlingOf(header), 'lenient', String(header));
  }
});

test('what names strict and is not understood is neither', () => {
  for (const header of [
    'handling, handling=strict',
    'handling=STRICT',
    'handling=stricter',
    'x-handling=strict',
    'foo="handling=strict"',
    'foo; handling=strict',
    'foo="unclosed, handling=strict',
    'strict',
    `${'a,'.repeat(600)}handling=strict`,
  ]) {
    assert.equal(handlingOf(header), 'unclear', header);
  }
});
