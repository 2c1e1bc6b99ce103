/** The shape that a panel will have, on a ground of 100 by 100, and no figure that could be taken for an answer. */
export interface Outline {
  readonly path: string;
  /** Lines are drawn, boxes are filled. */
  readonly isLine: boolean;
}

const wave = [40, 44, 37, 52, 48, 50, 60, 57, 61, 52, 72, 64];
const places = [0, 50].flatMap((y) => [0, 35.5, 71].map((x) => [x, y] as const));

export const LINE: Outline = { path: `${waveIn(0, 0, 100, 99)}M0 99H100`, isLine: true };
export const SMALL_LINES: Outline = {
  path: places.map(([x, y]) => `${waveIn(x, y, 29, 40)}M${x} ${y + 40}h29`).join(''),
  isLine: true,
};
export const TILES: Outline = {
  path: Array.from({ length: 7 }, (_, nth) => nth * 14.5)
    .map((x) => boxAt(x, 4, 7, 12) + boxAt(x, 28, 10, 26))
    .join(''),
  isLine: false,
};
export const BARS: Outline = {
  path: [92, 68, 55, 43, 34, 26].map((long, nth) => boxAt(0, nth * 16, long, 9)).join(''),
  isLine: false,
};

function boxAt(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

function waveIn(x: number, y: number, width: number, height: number): string {
  const step = width / (wave.length - 1);
  const points = wave.map(
    (value, nth) => `${(x + nth * step).toFixed(1)} ${y + height - (height * value) / 100}`,
  );
  return `M${points.join('L')}`;
}
