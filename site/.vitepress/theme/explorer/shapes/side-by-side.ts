import { linesPicture } from '../../charts/lines.ts';
import { sideBySide } from '../../charts/side-by-side.ts';
import type { Drawn, Figures, Panel, Part } from '../panel.ts';
import type { Metric } from '../state/view.ts';
import { cellsOf } from './cells.ts';
import { FIELDS } from './measures.ts';
import { SMALL_LINES } from './outline.ts';
import { scalingOf } from './scaling.ts';
import { closedText, isFlat, trendFile, weekCells } from './trend.ts';
import { type Trend, trendLines } from './trend-lines.ts';

/** How many stand side by side. */
export const MOST_SIDE_BY_SIDE = 6;

/** Several trends, each a small chart on the same scale. */
export const trendsSideBySide = {
  name: 'multiples',
  isWide: true,
  isSideBySide: true,
  scaling: scalingOf,
  isOfWeeks: true,
  outline: SMALL_LINES,
  caption: (words) => words.names.multiples,
  title: ({ words, metric, category, inScale }) => inScale(words.panels.multiples[metric](category)),
  isEmpty: ({ others = [] }) => others.every(({ data }) => isFlat(data)),
  parts: partsOf,
  picture: (figures, drawn, look) => sideBySide(partsOf(figures, drawn), drawn.title, look),
  table({ others = [] }, metric, locale, scaling) {
    const { word, number } = cellsOf(locale);
    const { columns, measures, scaleNames } = locale.words;
    const { period, weekOf, inTerms } = weekCells(metric, locale, scaling);
    const first = others[0]?.data.trend ?? [];
    const headsOf = (name: string) =>
      scaling ? [`${name} · ${scaleNames[scaling.name]}`, `${name} · ${measures[metric]}`] : [name];
    return {
      columns: [word(columns.week), ...others.flatMap(({ name }) => headsOf(name).map(number))],
      rows: first.map((point, index) => [
        period(point),
        ...others.flatMap(({ data }) => inTerms(data.trend).map((term) => weekOf(data.trend[index], term))),
      ]),
    };
  },
  file: trendFile,
  closedText,
  leadsTo({ others = [] }, name) {
    const found = others.find((one) => one.name === name);
    return found && 'category' in found.data
      ? { level: 'sub', category: found.data.category, sub: name, others: [] }
      : undefined;
  },
} satisfies Partial<Panel<Trend>>;

function partsOf({ others = [] }: Figures<Trend>, drawn: Drawn): Part[] {
  const { metric, scaling } = drawn;
  const valuesOf = ({ trend }: Trend) => {
    const scaled = scaling?.over(trend) ?? ((point) => point[FIELDS[metric]]);
    return trend.map((point) => scaled(point) ?? 0);
  };
  const highest = Math.max(0, ...others.flatMap(({ data }) => valuesOf(data)));
  return others.map(({ name, data }) => ({
    name,
    draw: (look) => {
      const lines = trendLines({ data }, { ...drawn, title: name });
      return linesPicture({ ...lines, highest, isSmall: true }, look);
    },
  }));
}

/** Names with those that stand side by side first, in the order of a ranking; which they are does not change with the measure. */
export function asRanked(
  names: readonly string[],
  ranked: readonly ({ readonly name: string } & Readonly<Record<(typeof FIELDS)[Metric], number>>)[],
  metric: Metric,
): string[] {
  const values = new Map(ranked.map((item) => [item.name, item[FIELDS[metric]]]));
  const first = names.slice(0, MOST_SIDE_BY_SIDE);
  first.sort((a, b) => (values.get(b) ?? 0) - (values.get(a) ?? 0));
  return [...first, ...names.slice(MOST_SIDE_BY_SIDE)];
}
