import { UserError } from '../errors/operators.ts';

/** A colour for text and buttons, in light and in dark, each as `#rrggbb`. */
export interface BrandColor {
  readonly light: string;
  readonly dark: string;
}

/** What pages are written on. */
const GROUNDS = { light: '#ffffff', dark: '#16191a' } as const;
/** The lightest that text stands on in the dark: names in a sentence, such as `x-api-key`. */
const RAISED = '#282d2e';
const READABLE = 4.5;
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Reads `LIGHT[,DARK]`. One that cannot be read on its ground is refused with the contrast it has. */
export function readColor(text: string): BrandColor | undefined {
  const [first = '', second, ...more] = text.split(',').map((part) => part.trim());
  if (more.length > 0 || !HEX.test(first) || (second !== undefined && !HEX.test(second))) return undefined;
  const light = sixDigits(first);
  mustRead(light, 'light');
  if (second === undefined) return { light, dark: lightened(light) };
  const dark = sixDigits(second);
  mustRead(dark, 'dark');
  return { light, dark };
}

function mustRead(color: string, theme: keyof typeof GROUNDS): void {
  const ground = GROUNDS[theme];
  const found = contrast(color, ground);
  if (found >= READABLE) return;
  // Rounded down: one that falls short must not look as if it did not.
  const told = (Math.floor(found * 100) / 100).toFixed(2);
  throw new UserError(
    `${color} has a contrast of ${told} to 1 on the ${theme} ground ${ground}; text needs ${READABLE} to 1`,
  );
}

/** The first of its lighter shades that reads in the dark. */
function lightened(color: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mixed(color, '#ffffff', share);
    if (contrast(shade, RAISED) >= READABLE) return shade;
  }
  return '#ffffff';
}

/** The style sheet of a colour: of texts and buttons, and of what charts draw. */
export function colorStyles({ light, dark }: BrandColor): string {
  const styles = (color: string, ground: string, soft: string) => `{
  --vp-c-brand-1: ${color};
  --vp-c-brand-2: ${mixed(color, ground === GROUNDS.light ? '#000000' : '#ffffff', 0.2)};
  --vp-c-brand-3: ${light};
  --vp-c-brand-soft: ${color}${soft};
  --chart-compared: ${faded(color, ground)};
  --chart-stack-2: ${faded(color, ground)};
}
`;
  return `:root ${styles(light, GROUNDS.light, '1a')}.dark ${styles(dark, GROUNDS.dark, '24')}`;
}

/** Closer to the ground, as far as a shape can still be told from it. */
function faded(color: string, ground: string): string {
  let faintest = color;
  for (let share = 0; share <= 0.4; share += 0.02) {
    const shade = mixed(color, ground, share);
    if (contrast(shade, ground) < 3) break;
    faintest = shade;
  }
  return faintest;
}

/** As WCAG 2 counts it, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(color: string, other: string, share: number): string {
  const others = channels(other);
  const parts = channels(color).map((channel, i) =>
    Math.round(channel + ((others[i] ?? 0) - channel) * share),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function sixDigits(color: string): string {
  const digits = color.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}
