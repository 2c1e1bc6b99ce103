import type { Palette } from './palette.ts';

/** A shape of a drawing: an SVG element before it is one. */
export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children?: readonly Shape[];
  readonly text?: string;
}

/** A place in a chart that a pointer or the arrow keys can go to, and what is told there. */
export interface Stop {
  /** Where a pointer means this one. */
  readonly area: Box;
  /** What the tip tells about, and so never covers. */
  readonly about: Box;
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
  readonly note?: string | undefined;
  /** What is drawn over the chart while it is told. */
  readonly mark: readonly Shape[];
  /** The name of what is behind it, where there is more to see. */
  readonly leadsTo?: string | undefined;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A chart before it is drawn. */
export interface Picture {
  readonly height: number;
  readonly shapes: readonly Shape[];
  readonly stops: readonly Stop[];
  /** What it shows, in a sentence, for those who do not see it. */
  readonly label: string;
}

export interface Look {
  readonly palette: Palette;
  /** Of the place it is drawn in, in pixels. */
  readonly width: number;
  /** How wide a text is at 12 pixels. */
  readonly measure: (text: string) => number;
  /** Set among text: this high at any width, and nothing in it leads elsewhere. */
  readonly still?: { readonly height: number } | undefined;
  /** Tells the patterns of one drawing from those of another on the same page. */
  readonly id: string;
}

export function shape(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  inside: string | readonly Shape[] = [],
): Shape {
  return typeof inside === 'string'
    ? { tag, attributes, text: inside }
    : { tag, attributes, children: inside };
}

export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string): Shape =>
  shape('line', { x1: crisp(x1), y1: crisp(y1), x2: crisp(x2), y2: crisp(y2), stroke });

export function text(
  content: string,
  x: number,
  y: number,
  fill: string,
  more: Readonly<Record<string, string | number>> = {},
): Shape {
  return shape('text', { x: round(x), y: round(y), fill, 'font-size': 12, ...more }, content);
}

/** Lines across: a shaded stretch that is not told by its colour alone. */
export function hatching(id: string, colour: string): Shape {
  return shape('defs', {}, [
    shape(
      'pattern',
      { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      [shape('line', { x1: 0, y1: 0, x2: 0, y2: 6, stroke: colour, 'stroke-width': 2 })],
    ),
  ]);
}

/** Dots: a stretch where something is closed. */
export function dotting(id: string, colour: string): Shape {
  return shape('defs', {}, [
    shape('pattern', { id, width: 7, height: 7, patternUnits: 'userSpaceOnUse' }, [
      shape('circle', { cx: 3.5, cy: 3.5, r: 1.3, fill: colour }),
    ]),
  ]);
}

export const round = (value: number): number => Math.round(value * 10) / 10;
/** In the middle of a pixel, so that a thin line stays thin. */
const crisp = (value: number): number => Math.round(value - 0.5) + 0.5;

/** Shortens a text until it fits. */
export function fit(content: string, room: number, measure: Look['measure']): string {
  if (measure(content) <= room) return content;
  const letters = [...content];
  while (letters.length > 1 && measure(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** The lines that a text takes, broken between words or Chinese characters; no mark stands alone. */
export function wrap(content: string, room: number, measure: Look['measure']): string[] {
  const lines: string[] = [];
  for (const part of content.split(/(?<=[\s\u3000-\u9fff\uff00-\uffef])(?<![（「])(?![，。、；：）」·])/u)) {
    const longer = (lines.at(-1) ?? '') + part;
    if (lines.length > 0 && measure(longer.trimEnd()) <= room) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((line) => fit(line.trimEnd(), room, measure));
}

/** A whole SVG document. Names come from the data, so they are never taken for markup. */
export function toSvg(
  shapes: readonly Shape[],
  size: { width: number; height: number },
  font: string,
): string {
  const { width, height } = size;
  const root = shape(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': font,
    },
    shapes,
  );
  return markup(root);
}

function markup({ tag, attributes, children = [], text: content = '' }: Shape): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${tag}${list.join('')}>${escaped(content)}${children.map(markup).join('')}</${tag}>`;
}

function escaped(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
