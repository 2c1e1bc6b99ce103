import {
  dotting,
  fit,
  type Look,
  line,
  type Picture,
  type Shape,
  type Stop,
  shape,
  text,
  wrap,
} from './picture.ts';

/** Bars with a name each, the first on top. They begin at zero. */
interface Bars {
  readonly bars: readonly {
    readonly name: string;
    /** What it is a part of: below its name, where the picture stands among text. */
    readonly of?: string | undefined;
    readonly value: number;
    /** The figure at the end of the bar. */
    readonly label: string;
    readonly tip: Pick<Stop, 'title' | 'rows' | 'note'>;
    /** It is suppressed: dotted, in place of a bar. */
    readonly isClosed?: boolean;
    /** Where a click leads. */
    readonly leadsTo?: string | undefined;
  }[];
  readonly label: string;
  /** What they are of, below them; where the picture stands among text, that tells it. */
  readonly note?: string | undefined;
}

const ROW = 32;
const STACKED_ROW = 48;
const STILL_ROW = 36;
const THICK = 14;
const GAP = 12;
/** How long the dots are in place of a bar. */
const CLOSED_LENGTH = 56;

export function barsPicture({ bars, label, note = '' }: Bars, look: Look): Picture {
  const { palette, width, measure, still } = look;
  const measureName = (name: string) => measure(name) * NAME_SIZE;
  const longest = Math.max(0, ...bars.map(({ name }) => measureName(name)));
  const longestOf = Math.max(0, ...bars.map(({ of = '' }) => measure(of)));
  const widest = still ? Math.min(Math.max(longest, longestOf), width * 0.46) : longest;
  // Where names would leave too little for the bars, they stand above them.
  const isStacked = !still && widest + GAP > width * 0.42;
  const row = isStacked ? STACKED_ROW : still ? STILL_ROW : ROW;
  const names = isStacked ? 0 : Math.ceil(widest) + GAP;
  const values = bars.map(({ value }) => value);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  // A figure stands at the end of its bar, on the side the bar points to.
  const figures = (isLeft: boolean) =>
    Math.max(0, ...bars.filter(({ value }) => value < 0 === isLeft).map((bar) => measure(bar.label))) + 8;
  const left = names + (lowest < 0 ? figures(true) : 0);
  const right = width - figures(false) - 2;
  const scale = (right - left) / (highest - lowest || 1);
  const zero = left - lowest * scale;

  const dots = `dots-${look.id}`;
  const stops: Stop[] = [];
  const shapes = bars.flatMap((bar, index): Shape[] => {
    const top = index * row;
    const y = top + (isStacked ? 24 : (row - THICK) / 2);
    const length = bar.isClosed
      ? Math.min(CLOSED_LENGTH, right - zero)
      : Math.max(Math.abs(bar.value) * scale, bar.value === 0 ? 0 : 2);
    const x = bar.value < 0 ? zero - length : zero;
    const end = bar.value < 0 ? x - 6 : x + length + 6;
    const leadsTo = still ? undefined : bar.leadsTo;
    const area = { x: 0, y: top, width, height: row };
    stops.push({
      area,
      about: area,
      ...bar.tip,
      mark: [
        shape('rect', { x: 0, y: top + 1, width, height: row - 2, rx: 6, fill: palette.area, class: 'row' }),
      ],
      leadsTo,
    });
    return [
      ...linesOf(bar).map(([line, more], nth, { length }) =>
        text(
          line,
          0,
          (isStacked ? top + 16 : top + row / 2 + 4.5) + (nth - (length - 1) / 2) * 15,
          leadsTo === undefined ? palette.text : palette.main,
          { 'font-size': NAME, class: leadsTo === undefined ? 'name' : 'name is-link', ...more },
        ),
      ),
      shape('rect', {
        x: Math.round(x * 10) / 10,
        y,
        width: Math.round(length * 10) / 10,
        height: THICK,
        rx: 3,
        fill: bar.isClosed ? `url(#${dots})` : bar.value < 0 ? palette.down : palette.main,
        class: bar.isClosed ? 'closed' : 'bar',
      }),
      text(bar.label, end, y + THICK / 2 + 4, palette.quiet, {
        'text-anchor': bar.value < 0 ? 'end' : 'start',
        class: 'figure',
      }),
    ];
  });
  /** Among text a name may go on below, and has what it is a part of there. */
  function linesOf({ name, of }: Bars['bars'][number]): [string, object][] {
    const room = isStacked ? width : widest + 1;
    const quiet = { fill: palette.quiet, 'font-size': 12 };
    if (!still || (!of && measureName(name) <= room)) return [[fit(name, room, measureName), {}]];
    if (of)
      return [
        [fit(name, room, measureName), {}],
        [fit(of, room, measure), quiet],
      ];
    const words = name.split(/(?<=[ 、／])/);
    let first = '';
    while (words[0] !== undefined && measureName(first + words[0]) <= room) first += words.shift();
    const rest = fit(words.join(''), room, measureName);
    return [first, rest].filter((line) => line !== '').map((line) => [line, {}]);
  }
  const height = bars.length * row + 4;
  const notes = still || note === '' ? [] : wrap(note, width, measure);
  // Names above the bars would be crossed out by a line from top to bottom.
  const stretches = isStacked
    ? bars.map((_, index) => [index * row + 22, index * row + 40] as const)
    : [[0, height] as const];
  const axis = lowest < 0 ? stretches.map(([from, to]) => line(zero, from, zero, to, palette.axis)) : [];
  const below = notes.map((line, nth) => text(line, 0, height + 16 + nth * 16, palette.quiet));
  return {
    height: bars.length === 0 ? 0 : height + (notes.length > 0 ? notes.length * 16 + 8 : 0),
    shapes: [
      ...(bars.some(({ isClosed }) => isClosed) ? [dotting(dots, palette.hatch)] : []),
      ...shapes,
      ...axis,
      ...below,
    ],
    stops,
    label,
  };
}

const NAME = 13;
/** Texts are measured at 12 pixels. */
const NAME_SIZE = NAME / 12;
