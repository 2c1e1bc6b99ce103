/** Operator settings inserted into built pages cannot break out of HTML or of script strings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInThisContext } from 'node:vm';
import { fillTokens } from './tokens.ts';

const HOSTILE = `</title><script>alert(1)</script>"'\`\\ $& @@name?x|y@@ 市場 😀`;

test('what is set is filled in, and otherwise what stands there for that', () => {
  const page = '<title>@@name?{=name}|Usual@@</title><p>@@terms?<a href="{terms}">Terms</a>|@@</p>';
  assert.equal(fillTokens(page, new Map(), 'html'), '<title>Usual</title><p></p>');
  assert.equal(
    fillTokens(
      page,
      new Map([
        ['name', 'A & B'],
        ['terms', 'https://a.example/?a=1&b=2'],
      ]),
      'html',
    ),
    '<title>A &#38; B</title><p><a href="https://a.example/?a=1&#38;b=2">Terms</a></p>',
  );
});

test('no value ends what it stands in: neither in a page nor in a program, whatever its quotes', () => {
  const values = new Map([['name', HOSTILE]]);
  assert.doesNotMatch(fillTokens('<b title="@@name?{name}|@@">', values, 'html').slice(10, -2), /[<>"'`]/);
  for (const quote of ['"', "'", '`']) {
    const json = quote === '"' ? '{\\"a\\":\\"@@name?{=name}|@@\\"}' : '{"a":"@@name?{=name}|@@"}';
    const program = fillTokens(`JSON.parse(${quote}${json}${quote})`, values, 'script');
    assert.deepEqual(runInThisContext(program), { a: HOSTILE });
  }
  const html = fillTokens('"@@name?<i>{name}</i>|@@"', values, 'script');
  assert.doesNotMatch(JSON.parse(`"${runInThisContext(html)}"`), /<(?!\/?i>)/);
});
