import { type Look, line, type Picture, round, type Stop, shape, text } from './picture.ts';
import { valueTicks } from './scale.ts';

/** Days side by side, each a stack of parts. */
interface Columns {
  readonly parts: readonly string[];
  readonly columns: readonly {
    readonly day: string;
    /** One for each part. */
    readonly values: readonly number[];
    readonly tip: Pick<Stop, 'title' | 'rows'>;
  }[];
  readonly label: string;
  readonly axis: (value: number) => string;
  readonly tick: (day: string) => string;
}

const TOP = 12;
const FOOT = 26;
const HEIGHT = 250;

export function columnsPicture({ parts, columns, label, axis, tick }: Columns, look: Look): Picture {
  const { palette, width, measure } = look;
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const ticks = valueTicks(Math.max(0, ...sums), width < 520 ? 3 : 4).filter(Number.isInteger);
  const most = ticks.at(-1) ?? 1;
  const labels = ticks.map(axis);
  const left = Math.ceil(Math.max(...labels.map(measure))) + 10;
  const right = width - 4;
  const bottom = HEIGHT - FOOT;
  const step = (right - left) / Math.max(1, columns.length);
  const thick = Math.max(1, Math.min(28, step * 0.68));
  const yOf = (value: number) => bottom - (value / most) * (bottom - TOP);
  const every = Math.max(1, Math.ceil(64 / step));

  const stops: Stop[] = columns.map((column, index) => ({
    area: { x: left + index * step, y: 0, width: step, height: HEIGHT },
    about: {
      x: left + index * step,
      y: yOf(sums[index] ?? 0),
      width: step,
      height: bottom - yOf(sums[index] ?? 0),
    },
    ...column.tip,
    mark: [
      shape('rect', {
        x: round(left + index * step),
        y: TOP,
        width: round(step),
        height: bottom - TOP,
        rx: 4,
        fill: palette.area,
      }),
    ],
  }));
  return {
    height: HEIGHT,
    label,
    stops,
    shapes: [
      ...ticks.flatMap((value, index) => [
        line(left, yOf(value), right, yOf(value), index === 0 ? palette.axis : palette.grid),
        text(labels[index] ?? '', left - 8, yOf(value) + 4, palette.quiet, { 'text-anchor': 'end' }),
      ]),
      ...columns.flatMap(({ day, values }, index) => {
        const x = left + index * step + (step - thick) / 2;
        let below = 0;
        const stack = values.flatMap((value, part) => {
          if (value === 0) return [];
          const [y, base] = [yOf(below + value), yOf(below)];
          below += value;
          return [
            shape('rect', {
              x: round(x),
              y: round(y),
              width: round(thick),
              height: round(Math.max(1, base - y - (below === value ? 0 : 1))),
              rx: 2,
              fill: palette.stack[part % palette.stack.length] ?? palette.main,
              class: 'bar',
              'data-part': parts[part] ?? '',
            }),
          ];
        });
        // Counted from the last day, which is always named.
        if ((columns.length - 1 - index) % every !== 0) return stack;
        const half = measure(tick(day)) / 2;
        const middle = Math.min(Math.max(x + thick / 2, half), width - half);
        return [...stack, text(tick(day), middle, bottom + 18, palette.quiet, { 'text-anchor': 'middle' })];
      }),
    ],
  };
}
