/** Strict handling is recognized in every form of RFC 7240, and a malformed `strict` is reported as unclear. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handlingOf } from './prefer.ts';

const CASES: Readonly<Record<ReturnType<typeof handlingOf>, readonly (string | undefined)[]>> = {
  strict: [
    ...[
      'handling=strict',
      'Handling=strict',
      'HANDLING = strict',
      'handling="strict"',
      'handling="str\\ict"',
    ],
    ...['respond-async, handling=strict', 'handling=strict, handling=lenient', ' ,handling=strict,'],
    ...['wait=10;foo="a, handling=lenient", handling=strict', 'handling=strict; foo=bar, handling=lenient'],
  ],
  lenient: [
    ...[undefined, '', ',', 'handling', 'handling=', 'handling=""', 'handling=lenient', 'respond-async'],
    ...['handling=lenient, handling=strict', 'handling="lenient"; strict'],
  ],
  unclear: [
    ...['handling, handling=strict', 'handling=STRICT', 'handling=stricter', 'x-handling=strict', 'strict'],
    ...['foo="handling=strict"', 'foo; handling=strict', 'foo="unclosed, handling=strict'],
    `${'a,'.repeat(600)}handling=strict`,
  ],
};

test('strict handling is understood in every form that RFC 7240 allows, and what nearly names it is unclear', () => {
  for (const [handling, headers] of Object.entries(CASES))
    for (const header of headers) assert.equal(handlingOf(header), handling, String(header));
});
