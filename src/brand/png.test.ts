/** An accepted PNG logo is one complete, undamaged image of limited size with nothing appended to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunk, madePng } from '../../test/support/site/pictures.ts';
import { readPicture } from './picture.ts';
import { wrongWithPng } from './png.ts';

test('a PNG is taken', () => {
  assert.equal(wrongWithPng(madePng(3, 2)), undefined);
  assert.equal(readPicture(madePng(3, 2), 'logo.png').type, 'image/png');
});

test('what only begins as a PNG is refused', () => {
  const png = madePng(3, 2);
  const [signature, rest] = [png.subarray(0, 8), png.subarray(8)];
  const damaged = Buffer.from(png);
  damaged[20] = 99;
  const REFUSED: Readonly<Record<string, Buffer>> = {
    'cut off': png.subarray(0, -6),
    'without its end': png.subarray(0, -12),
    damaged,
    'with a page after it': Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
    'with words after its end': Buffer.concat([png, chunk('tEXt', Buffer.from('a'))]),
    'with another picture after it': Buffer.concat([png, rest]),
    'with an unknown part that matters': Buffer.concat([
      signature,
      chunk('IHDR', Buffer.alloc(13, 1)),
      chunk('EVIL', Buffer.alloc(1)),
    ]),
    'without a size': Buffer.concat([
      signature,
      chunk('IDAT', Buffer.alloc(1)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
    'with a huge part': Buffer.concat([
      signature,
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.from('IHDR'),
    ]),
    'of a huge size': madePng(5000, 1),
    'the signature alone': signature,
  };
  for (const [name, body] of Object.entries(REFUSED)) assert.equal(typeof wrongWithPng(body), 'string', name);
});

test('what is neither, or too large, is refused with the reason', () => {
  assert.throws(
    () => readPicture(Buffer.from('GIF89a'), 'logo.gif'),
    /logo\.gif must be a PNG, or an SVG that only draws: it /,
  );
  assert.throws(() => readPicture(Buffer.alloc(300_000), 'logo.svg'), /logo\.svg has .*up to 262144/);
});
