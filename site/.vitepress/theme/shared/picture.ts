import type { EChartsCoreOption } from 'echarts/core';
import type { Palette } from './palette.ts';

/** A chart before it is drawn. */
export interface Picture {
  readonly option: EChartsCoreOption;
  /** In pixels; bars that list names need as much as there are names. */
  readonly height: number;
  /** What it shows, in a sentence, for those who do not see it. */
  readonly label: string;
  /** The names along its axis: clicking one may lead there. */
  readonly names?: readonly string[];
}

export interface Look {
  readonly palette: Palette;
  /** Of the place it is drawn in, in pixels. */
  readonly width: number;
}

const ROW = 30;
const ENDS = 34;
const VALUE_ROOM = 56;
const LEAST_ROOM = 84;
const MOST_ROOM = 220;

/** Bars with a name each, the first on top. */
export interface Bars {
  readonly names: readonly string[];
  readonly values: readonly number[];
  readonly label: (index: number) => string;
  readonly tip: (index: number) => string;
  /** Growth has two directions, and a colour for each. */
  readonly isSigned?: boolean;
  readonly title: string;
  /** How much of a narrow place long names may take. */
  readonly nameShare?: number;
}

export function barsPicture(bars: Bars, { palette, width }: Look): Picture {
  const { names, values, title } = bars;
  const colour = (value: number) => (!bars.isSigned ? palette.main : value < 0 ? palette.down : palette.up);
  // Values stand at the end of their bars: of those that go to the left, too.
  const before = values.some((value) => value < 0) ? VALUE_ROOM : 0;
  const room = roomFor(names, Math.min(MOST_ROOM, width * (bars.nameShare ?? 0.44)));
  return {
    height: names.length * ROW + ENDS,
    label: `Bar chart. ${title}`,
    names,
    option: {
      ...common(palette),
      grid: { left: room + 12 + before, right: VALUE_ROOM, top: 6, bottom: 6, containLabel: false, ...OUTER },
      xAxis: { type: 'value', show: false },
      yAxis: {
        type: 'category',
        inverse: true,
        data: [...names],
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: {
          color: palette.text,
          fontSize: 13,
          width: room,
          overflow: 'truncate',
          align: 'left',
          margin: room + 8 + before,
        },
      },
      tooltip: {
        ...tooltip(palette),
        formatter: ({ dataIndex }: { dataIndex: number }) => bars.tip(dataIndex),
      },
      series: [
        {
          type: 'bar',
          data: values.map((value) => ({
            value,
            itemStyle: { color: colour(value) },
            label: { position: value < 0 ? 'left' : 'right' },
          })),
          barWidth: 14,
          itemStyle: { borderRadius: 3 },
          label: {
            show: true,
            color: palette.quiet,
            fontSize: 12,
            formatter: ({ dataIndex }: { dataIndex: number }) => bars.label(dataIndex),
          },
        },
      ],
    },
  };
}

/** As much as the longest name needs, within limits. */
function roomFor(names: readonly string[], most: number): number {
  const needed = Math.max(...names.map(widthOf), 0);
  return Math.round(Math.min(most, Math.max(LEAST_ROOM, needed)));
}

/** About as wide as a name is drawn: a Chinese character takes the room of two others. */
function widthOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter > '\u2E80' ? 13 : 8.4), 0);
}

/** Keeps the bars where the names end, whatever the labels are. */
const OUTER = { outerBoundsMode: 'none' };
/** Makes room for the labels of an axis inside the place of the chart. */
export const INNER = { outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' };

export function common(palette: Palette): EChartsCoreOption {
  return { animation: false, backgroundColor: 'transparent', textStyle: { color: palette.text } };
}

export function tooltip(palette: Palette): Record<string, unknown> {
  return {
    trigger: 'item',
    confine: true,
    backgroundColor: palette.tip,
    borderColor: palette.grid,
    borderWidth: 1,
    padding: [10, 12],
    textStyle: { color: palette.text, fontSize: 13 },
    extraCssText: 'box-shadow: 0 6px 24px rgba(0, 0, 0, 0.14); border-radius: 8px;',
  };
}

/** A small table as a tooltip. Names come from the data, so they are never taken for HTML. */
export function tipHtml(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`);
  return `<table class="mdq-tip"><caption>${escaped(title)}</caption>${lines.join('')}</table>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
