/** A brand colour with a contrast below 4.5:1 is refused, and only colours reach the style sheet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colorStyles, contrast, readColor } from './color.ts';

test('contrast is as WCAG counts it', () => {
  assert.equal(contrast('#000000', '#ffffff').toFixed(2), '21.00');
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  assert.equal(contrast('#ffffff', '#767676').toFixed(2), '4.54');
});

test('a colour that cannot be read on its ground is refused with the contrast it has', () => {
  assert.throws(() => readColor('#777777'), /#777777 has a contrast of 4\.47 to 1 on the light ground/);
  assert.throws(
    () => readColor('#0b6b66,#0b6b66'),
    /#0b6b66 has a contrast of 2\.\d\d to 1 on the dark ground/,
  );
});

test('without a colour for the dark, the light one is lightened until it reads there, whatever it is', () => {
  for (const color of ['#000000', '#0b6b66', '#A11D33', '#00f', '#4b0082', '#767676']) {
    const read = readColor(color) ?? assert.fail(color);
    for (const ground of ['#16191a', '#1e2222', '#282d2e'])
      assert.ok(contrast(read.dark, ground) >= 4.5, color);
    assert.ok(contrast(read.dark, '#282d2e') < 5, `${color}: no lighter than it must be`);
  }
  assert.deepEqual(readColor('#0B6B66, #62cfc4'), { light: '#0b6b66', dark: '#62cfc4' });
});

test('what is no colour is none', () => {
  for (const text of [
    'red',
    '#12',
    '#12345g',
    '#0b6b66,',
    '#0b6b66,#62cfc4,#fff',
    'rgb(1,2,3)',
    '#0b6b66;}*{display:none',
    '',
  ])
    assert.equal(readColor(text), undefined, text);
});

test('the style sheet has nothing but colours in it', () => {
  const styles = colorStyles(readColor('#a11d33') ?? assert.fail());
  assert.match(styles.replaceAll(/ {2}--[\w-]+: #[0-9a-f]{6,8};\n/g, ''), /^:root \{\n\}\n\.dark \{\n\}\n$/);
});
