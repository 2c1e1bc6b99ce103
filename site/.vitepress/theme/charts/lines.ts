import { type Day, formatDay } from '../../../../src/lib/calendar.ts';
import {
  dotting,
  fit,
  hatching,
  type Look,
  line,
  type Picture,
  round,
  type Shape,
  type Stop,
  shape,
  text,
} from './picture.ts';
import { monthTicks, valueTicks } from './scale.ts';

/** One week or month of a line. */
interface LinePoint {
  readonly start: Day;
  readonly end: Day;
  /** Undefined where it is closed. */
  readonly value: number | undefined;
  /** Reaches beyond the range or the data: marked by a pattern. */
  readonly isPartial?: boolean;
}

interface Line {
  readonly name: string;
  /** `main` is what the chart is about, `compared` the same thing at another time. */
  readonly tone: 'main' | 'compared' | 'other';
  /** Laid over the main line: moved by so many days. */
  readonly points: readonly LinePoint[];
}

export interface Lines {
  readonly lines: readonly Line[];
  readonly label: string;
  readonly axis: (value: number) => string;
  readonly tick: (year: number, month: number) => string;
  /** Over so few weeks that months would tell too little. */
  readonly dayTick: (date: string) => string;
  /** What is told at the point with this index. */
  readonly tell: (index: number) => Pick<Stop, 'title' | 'rows' | 'note'>;
  /** For small multiples: a common height of the scale, no labels at the lines. */
  readonly highest?: number;
  readonly isSmall?: boolean;
  /** Its values are measured by one of them: what lies below the line is no amount. */
  readonly isIndex?: boolean;
}

const TOP = 14;
const FOOT = 26;
const LABEL_GAP = 16;
/** Three weeks. */
const FEW_DAYS = 21;
/** With the edge around it. */
const DOT = 5.5;

/** Lines over time, on a true axis of days that begins at zero. */
export function linesPicture(model: Lines, look: Look): Picture {
  const { palette, width, measure } = look;
  const { lines, isSmall = false } = model;
  const main = lines[0]?.points ?? [];
  const first = main[0];
  const last = main.at(-1);
  if (!first || !last) return { height: 0, shapes: [], stops: [], label: model.label };

  const values = lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0));
  const ticks = valueTicks(model.highest ?? Math.max(...values), isSmall ? 3 : 4);
  const most = ticks.at(-1) ?? 1;
  const labels = ticks.map(model.axis);
  const left = Math.ceil(Math.max(...labels.map(measure))) + 10;
  const isLabelled = !isSmall && lines.length > 1;
  // At the end of the lines, unless that would cut a name or leave too little for the lines.
  const widest = Math.max(...lines.map(({ name }) => measure(name))) + 18;
  const isAtEnd = isLabelled && width >= 520 && widest <= width * 0.3;
  const room = isAtEnd ? widest : 0;
  const right = width - Math.max(room, isSmall ? 4 : 12);
  const legend = isLabelled && !isAtEnd ? lines.length * 18 + 4 : 0;
  const top = TOP + legend;
  const height = look.still?.height ?? (isSmall ? 132 : width < 520 ? 240 : 300) + legend;
  const bottom = height - FOOT;
  const from = first.start;
  const to = last.end + 1;
  const xOf = (day: Day) => left + ((day - from) / (to - from)) * (right - left);
  const yOf = (value: number) => bottom - (value / most) * (bottom - top);
  const middle = ({ start, end }: LinePoint) => xOf((start + end + 1) / 2);
  const pattern = `hatch-${look.id}`;
  const dots = `dots-${look.id}`;

  const colourOf = (index: number): string => {
    const tone = lines[index]?.tone;
    if (tone === 'main') return palette.main;
    if (tone === 'compared') return palette.compared;
    const nth = lines.slice(0, index).filter((one) => one.tone === 'other').length;
    return palette.others[nth % palette.others.length] ?? palette.quiet;
  };

  const bands = main
    .filter(({ isPartial, value }) => isPartial || value === undefined)
    .map(({ start, end, value }) =>
      shape('rect', {
        x: round(xOf(start)),
        y: top,
        width: round(xOf(end + 1) - xOf(start)),
        height: round(bottom - top),
        fill: `url(#${value === undefined ? dots : pattern})`,
        class: value === undefined ? 'closed' : 'hatch',
      }),
    );
  const axis = [
    ...ticks.flatMap((tick, index) => [
      line(left, yOf(tick), right, yOf(tick), index === 0 ? palette.axis : palette.grid),
      text(labels[index] ?? '', left - 8, yOf(tick) + 4, palette.quiet, { 'text-anchor': 'end' }),
    ]),
    ...timeAxis(),
  ];
  const drawn = lines.flatMap(({ points, tone }, index) =>
    drawLine(points, {
      x: middle,
      y: yOf,
      bottom,
      tone,
      colour: colourOf(index),
      // Of several lines, those that lie in the area of another would look like parts of it.
      area: lines.length > 1 || model.isIndex ? undefined : palette.area,
      isSmall,
    }),
  );
  return {
    height,
    label: model.label,
    shapes: [
      hatching(pattern, palette.hatch),
      dotting(dots, palette.hatch),
      ...bands,
      ...axis,
      // The main line lies on top.
      ...drawn.reverse(),
      ...(isAtEnd ? endLabels() : isLabelled ? topLabels() : []),
    ],
    stops: main.map((point, index) => stopAt(point, index)),
  };

  /** A name that would cover the one before it, or run out of the picture, is left out; its tick stays. */
  function timeAxis(): Shape[] {
    let covered = 0;
    const named =
      to - from <= FEW_DAYS
        ? main.map(({ start }) => ({ day: start, label: model.dayTick(formatDay(start)) }))
        : monthTicks(from, to - 1, Math.max(2, Math.floor((right - left) / 58))).map(
            ({ day, year, month }) => ({ day, label: model.tick(year, month) }),
          );
    return named.flatMap(({ day, label }) => {
      const x = xOf(day);
      const tick = line(x, bottom, x, bottom + 5, palette.axis);
      const end = x + 3 + measure(label);
      if (x < covered || end > width) return [tick];
      covered = end + 4;
      return [tick, text(label, x + 3, bottom + 18, palette.quiet, { class: 'month' })];
    });
  }

  function endLabels(): Shape[] {
    const places = lines
      .map(({ name, points }, index) => {
        const end = points.findLast(({ value }) => value !== undefined);
        return { name, index, y: yOf(end?.value ?? 0) };
      })
      .sort((a, b) => a.y - b.y);
    // Pushed apart from above, then back up from below, so that none covers another.
    for (let at = 1; at < places.length; at++) {
      const [before, here] = [places[at - 1], places[at]];
      if (before && here) here.y = Math.max(here.y, before.y + LABEL_GAP);
    }
    let floor = bottom;
    for (const place of [...places].reverse()) {
      place.y = Math.min(place.y, floor);
      floor = place.y - LABEL_GAP;
    }
    return places.map(({ name, index, y }) =>
      text(name, right + 8, y + 4, lines[index]?.tone === 'compared' ? palette.main : colourOf(index), {
        'font-weight': index === 0 ? 600 : 400,
        class: 'line-name',
      }),
    );
  }

  function topLabels(): Shape[] {
    return lines.flatMap(({ name, tone }, index) => {
      const y = TOP + index * 18;
      return [
        shape('line', {
          x1: left,
          y1: y - 4,
          x2: left + 20,
          y2: y - 4,
          stroke: colourOf(index),
          'stroke-width': 2,
          ...(tone === 'compared' && { 'stroke-dasharray': '5 4' }),
        }),
        text(fit(name, right - left - 30, measure), left + 28, y, palette.text, { class: 'line-name' }),
      ];
    });
  }

  function stopAt(point: LinePoint, index: number): Stop {
    const x = middle(point);
    const dots = lines.flatMap(({ points }, nth) => {
      const value = points[index]?.value;
      return value === undefined ? [] : [{ y: yOf(value), colour: colourOf(nth) }];
    });
    const [highest, lowest] = [Math.min(...dots.map(({ y }) => y)), Math.max(...dots.map(({ y }) => y))];
    return {
      area: { x: xOf(point.start), y: 0, width: xOf(point.end + 1) - xOf(point.start), height },
      about:
        dots.length > 0
          ? { x: x - DOT, y: highest - DOT, width: 2 * DOT, height: lowest - highest + 2 * DOT }
          : { x, y: bottom, width: 0, height: 0 },
      ...model.tell(index),
      mark: [
        line(x, top, x, bottom, palette.axis),
        ...dots.map(({ y, colour }) =>
          shape('circle', {
            cx: round(x),
            cy: round(y),
            r: DOT - 1,
            fill: colour,
            stroke: palette.ground,
            'stroke-width': 2,
          }),
        ),
      ],
    };
  }
}

interface Drawing {
  readonly x: (point: LinePoint) => number;
  readonly y: (value: number) => number;
  readonly bottom: number;
  readonly tone: Line['tone'];
  readonly colour: string;
  readonly area: string | undefined;
  readonly isSmall: boolean;
}

/** A line is broken where it is closed. */
function drawLine(points: readonly LinePoint[], how: Drawing): Shape[] {
  const runs: (readonly [number, number])[][] = [[]];
  for (const point of points) {
    if (point.value === undefined) runs.push([]);
    else runs.at(-1)?.push([round(how.x(point)), round(how.y(point.value))]);
  }
  return runs
    .filter((run) => run.length > 0)
    .flatMap((run) => {
      const [only, more] = run;
      // One open week between closed ones is no line: a point that can be seen.
      if (only && !more) {
        const [cx, cy] = only;
        const r = how.isSmall ? 2.5 : how.tone === 'main' ? 3.5 : 3;
        return [shape('circle', { cx, cy, r, fill: how.colour, class: `point is-${how.tone}` })];
      }
      const path = run.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
      const [start, end] = [run[0], run.at(-1)];
      const stroke = shape('path', {
        d: path,
        fill: 'none',
        stroke: how.colour,
        'stroke-width': how.tone === 'main' ? (how.isSmall ? 1.75 : 2.25) : 1.75,
        'stroke-linejoin': 'round',
        'stroke-linecap': 'round',
        class: `line is-${how.tone}`,
        ...(how.tone === 'compared' && { 'stroke-dasharray': '5 5' }),
      });
      if (how.area === undefined || !start || !end) return [stroke];
      const area = `${path}L${end[0]} ${how.bottom}L${start[0]} ${how.bottom}Z`;
      // Reversed later, so the stroke is named first.
      return [stroke, shape('path', { d: area, fill: how.area, class: 'area' })];
    });
}
