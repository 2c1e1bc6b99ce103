import {
  brief,
  change,
  compact,
  count,
  dateRange,
  dayAndMonth,
  decimal,
  monthAndYear,
  share,
} from '../shared/format.ts';
import { barsPicture, common, INNER, type Look, type Picture, tipHtml, tooltip } from '../shared/picture.ts';
import type { Answers, Figures, TrendPoint } from './answers.ts';
import { changeOf, FOCUS_LABELS } from './tables.ts';
import type { Metric } from './view.ts';

export const METRICS: readonly { readonly metric: Metric; readonly label: string }[] = [
  { metric: 'amount', label: 'Amount' },
  { metric: 'orders', label: 'Orders' },
  { metric: 'average', label: 'Average order' },
];

const FIELD = { amount: 'total_amount', orders: 'trade_count', average: 'avg_amount' } as const;
const nameOf = (metric: Metric) => METRICS.find((one) => one.metric === metric)?.label ?? metric;

/** How an answer is drawn. */
export function pictureOf(figures: Figures, metric: Metric, look: Look): Picture | undefined {
  switch (figures.kind) {
    case 'trend':
      return trendPicture(figures.data, metric, look);
    case 'ranking':
      return rankingPicture(figures.data.items, metric, look);
    case 'growth':
      return growthPicture(figures.data, metric, look);
    case 'payment':
      return paymentPicture(figures.data, look);
    case 'tags':
      return tagsPicture(figures.data, look);
    case 'related':
      return relatedPicture(figures.data, look);
    case 'focus':
      return focusPicture(figures.data, look);
  }
}

function trendPicture({ trend }: Answers['trend'], metric: Metric, look: Look): Picture {
  const { palette, width } = look;
  const isNarrow = width < 520;
  // Over months a year says more than a day.
  const dayName = trend.length > 30 ? monthAndYear : dayAndMonth;
  const field = FIELD[metric];
  const values = trend.map((point) => point[field]);
  const last = trend.at(-1);
  const first = trend[0];
  return {
    height: isNarrow ? 240 : 300,
    label:
      first && last
        ? `Line chart. ${nameOf(metric)} over ${trend.length} periods, from ${brief(first[field])} in ${periodText(first)} to ${brief(last[field])} in ${periodText(last)}`
        : 'Line chart without points',
    option: {
      ...common(palette),
      grid: { left: 0, right: isNarrow ? 12 : 20, top: 16, bottom: 4, ...INNER },
      tooltip: {
        ...tooltip(palette),
        trigger: 'axis',
        axisPointer: { type: 'line', lineStyle: { color: palette.quiet, type: 'solid', width: 1 } },
        formatter: ([hit]: { dataIndex: number }[]) => {
          const point = trend[hit?.dataIndex ?? 0];
          return point
            ? tipHtml(periodText(point), [
                ['Amount', decimal(point.total_amount)],
                ['Orders', count(point.trade_count)],
                ['Average order', decimal(point.avg_amount)],
              ])
            : '';
        },
      },
      xAxis: {
        type: 'category',
        boundaryGap: false,
        data: trend.map(({ week_start, month }) => (week_start ? dayName(week_start) : month)),
        axisLine: { lineStyle: { color: palette.grid } },
        axisTick: { show: false },
        axisLabel: {
          color: palette.quiet,
          fontSize: 12,
          hideOverlap: true,
        },
      },
      yAxis: {
        type: 'value',
        splitNumber: 4,
        axisLabel: { color: palette.quiet, fontSize: 12, formatter: compact },
        splitLine: { lineStyle: { color: palette.grid } },
      },
      series: [
        {
          type: 'line',
          data: values,
          symbol: 'circle',
          symbolSize: 6,
          showSymbol: trend.length <= 16,
          lineStyle: { width: 2, color: palette.main },
          itemStyle: { color: palette.main },
          areaStyle: { color: palette.area },
        },
      ],
    },
  };
}

function periodText({ week_start, week_end, month }: TrendPoint): string {
  return week_start && week_end ? dateRange(week_start, week_end) : month;
}

type RankingItem = Answers['ranking']['items'][number];

function rankingPicture(items: readonly RankingItem[], metric: Metric, look: Look): Picture {
  const field = FIELD[metric];
  const sorted = [...items].sort((a, b) => b[field] - a[field]);
  return barsPicture(
    {
      title: `${nameOf(metric)} of ${items.length} entries, ${sorted[0]?.name ?? 'none'} first`,
      names: sorted.map((item) => item.name),
      values: sorted.map((item) => item[field]),
      label: (index) => brief(sorted[index]?.[field] ?? 0),
      tip: (index) => {
        const item = sorted[index];
        if (!item) return '';
        const subs = 'top_subs' in item ? [['Best sellers', item.top_subs.join(', ')] as const] : [];
        return tipHtml(item.name, [
          ['Amount', decimal(item.total_amount)],
          ['Orders', count(item.trade_count)],
          ['Average order', decimal(item.avg_amount)],
          ...subs,
        ]);
      },
    },
    look,
  );
}

function growthPicture({ items }: Answers['growth'], metric: Metric, look: Look): Picture {
  const rate = metric === 'orders' ? 'count_growth_rate' : 'growth_rate';
  const sorted = [...items].sort((a, b) => b[rate] - a[rate]);
  return barsPicture(
    {
      title: `Change of ${metric === 'orders' ? 'orders' : 'amount'} of ${items.length} categories, ${sorted[0]?.producttypename ?? 'none'} first`,
      names: sorted.map((item) => item.producttypename),
      values: sorted.map((item) => item[rate]),
      isSigned: true,
      label: (index) => change(sorted[index]?.[rate] ?? 0),
      tip: (index) => {
        const item = sorted[index];
        if (!item) return '';
        return tipHtml(item.producttypename, [
          ['Amount', `${decimal(item.current_amount)} (${change(item.growth_rate)})`],
          ['before', decimal(item.previous_amount)],
          ['Orders', `${count(item.current_count)} (${change(item.count_growth_rate)})`],
          ['before', count(item.previous_count)],
        ]);
      },
    },
    look,
  );
}

function paymentPicture({ items }: Answers['payment'], look: Look): Picture {
  return barsPicture(
    {
      title: `Share of ${items.length} payment methods, ${items[0]?.name ?? 'none'} first`,
      names: items.map((item) => item.name),
      values: items.map((item) => item.count),
      label: (index) => items[index]?.percent ?? '',
      tip: (index) => shareTip(items[index]?.name, 'Orders', items[index]?.count, items[index]?.percent),
    },
    look,
  );
}

function tagsPicture({ items }: Answers['tags'], look: Look): Picture {
  const names = items.map((item) => `${item.key}: ${item.value}`);
  return barsPicture(
    {
      title: `Products per tag, ${names[0] ?? 'none'} first`,
      names,
      values: items.map((item) => item.percent),
      label: (index) => share(items[index]?.percent ?? 0),
      tip: (index) =>
        shareTip(names[index], 'Products', items[index]?.count, share(items[index]?.percent ?? 0)),
    },
    look,
  );
}

function relatedPicture({ items }: Answers['related'], look: Look): Picture {
  return barsPicture(
    {
      title: `What the same members bought, ${items[0]?.subCategory ?? 'nothing'} first`,
      names: items.map((item) => item.subCategory),
      values: items.map((item) => item.memberCount),
      label: (index) => share(items[index]?.percent ?? 0),
      tip: (index) => {
        const item = items[index];
        return shareTip(
          item && `${item.category} · ${item.subCategory}`,
          'Members',
          item?.memberCount,
          share(item?.percent ?? 0),
        );
      },
    },
    look,
  );
}

function shareTip(name = '', what: string, value = 0, part = ''): string {
  return tipHtml(name, [
    [what, count(value)],
    ['Share', part],
  ]);
}

function focusPicture({ focus, prevFocus }: Answers['focus'], look: Look): Picture | undefined {
  if (!prevFocus) return undefined;
  const changes = FOCUS_LABELS.map(({ name }) => changeOf(focus[name], prevFocus[name]));
  return barsPicture(
    {
      title: 'Change of the key figures against the previous period',
      names: FOCUS_LABELS.map(({ label }) => label),
      values: changes.map((value) => Math.round(value * 10) / 10),
      isSigned: true,
      label: (index) => change(changes[index] ?? 0),
      tip: (index) => {
        const row = FOCUS_LABELS[index];
        if (!row) return '';
        return tipHtml(row.label, [
          ['Now', row.format(focus[row.name])],
          ['Before', row.format(prevFocus[row.name])],
        ]);
      },
    },
    look,
  );
}
