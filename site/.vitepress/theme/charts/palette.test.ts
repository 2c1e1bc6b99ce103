/** Chart colours meet WCAG contrast in light and dark mode, and lines and stacked parts have distinct hues. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { paletteBy } from './palette.ts';

const sheets = ['../styles/colours.css', './charts.css'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
);

/** The colours of a theme, as the style sheets have them: in the dark, those of its own before those of both. */
function paletteOf(...selectors: string[]) {
  const blocks = selectors.flatMap((selector) =>
    sheets.map((css) => css.slice(css.indexOf(`${selector} {`)).split('}', 1)[0] ?? ''),
  );
  const colourOf = (name: string): string => {
    const found = blocks.flatMap((block) => new RegExp(`--${name}: (.+);`).exec(block)?.[1] ?? [])[0];
    assert.ok(found, `${selectors} has no --${name}`);
    const other = /^var\(--(.+)\)$/.exec(found)?.[1];
    return other ? colourOf(other) : found.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  };
  return paletteBy((name) => colourOf(`chart-${name}`));
}

/** As WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

for (const [name, palette] of Object.entries({
  light: paletteOf(':root'),
  dark: paletteOf('.dark', ':root'),
})) {
  test(`text and shapes stand out on the ${name} ground`, () => {
    // Names that lead somewhere are written in the accent, those of lines in the colour of the line.
    for (const text of [palette.text, palette.quiet, palette.main, ...palette.others]) {
      assert.ok(contrast(text, palette.ground) >= 4.5, text);
    }
    for (const shape of [palette.compared, palette.down, ...palette.stack]) {
      assert.ok(contrast(shape, palette.ground) >= 3, shape);
    }
  });

  test(`lines of several names are of different hues on the ${name} ground`, () => {
    assertApart([palette.main, ...palette.others]);
  });

  test(`parts of a stack can be told by their hue on the ${name} ground; the last, of all others, is grey`, () => {
    assertApart(palette.stack.slice(0, -1));
  });
}

function assertApart(colours: readonly string[]): void {
  const hues = colours.map(hueOf);
  for (const [place, hue] of hues.entries()) {
    for (const other of hues.slice(place + 1)) {
      const apart = Math.abs(hue - other);
      assert.ok(Math.min(apart, 360 - apart) >= 40, `${hue} and ${other}`);
    }
  }
}

/** In degrees, of a colour that is not grey. */
function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  return ((angle * 180) / Math.PI + 360) % 360;
}
