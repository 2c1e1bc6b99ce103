import { type Bars, barsPicture } from '../charts/bars.ts';
import { linesPicture } from '../charts/lines.ts';
import { fit, type Look, type Picture, shape, text } from '../charts/picture.ts';
import type { Answers, Figures } from './answers.ts';
import type { Drawn } from './drawn.ts';
import { briefly, changeOf, exactly, FIELDS, FOCUS_FIGURES, focusFigure, focusLabel } from './measures.ts';
import { beforeOf } from './tables.ts';
import { multipleLines, trendLines } from './trend-lines.ts';

/** How an answer is drawn. */
export function pictureOf(figures: Figures, drawn: Drawn, look: Look): Picture {
  switch (figures.kind) {
    case 'trend':
      return linesPicture(trendLines(figures, drawn), look);
    case 'multiples':
      return drawn.nth === undefined
        ? multiplesPicture(figures, drawn, look)
        : linesPicture(multipleLines(figures, drawn), look);
    case 'ranking':
      return barsPicture(ranking(figures.data.items, drawn), look);
    case 'growth':
      return barsPicture(growth(figures.data.items, drawn), look);
    case 'payment':
      return barsPicture(
        shares(
          figures.data.items.map(({ name, count, percent }) => ({
            name,
            count,
            share: percent,
            value: count,
          })),
          drawn.locale.words.measures.orders,
          drawn,
        ),
        look,
      );
    case 'tags':
      return barsPicture(
        shares(
          figures.data.items.map(({ key, value, count, percent }) => ({
            name: drawn.locale.words.tag(key, value),
            count,
            share: drawn.locale.format.share(percent),
            value: percent,
          })),
          drawn.locale.words.columns.products,
          drawn,
        ),
        look,
      );
    case 'related':
      return barsPicture(
        shares(
          // Their percent is of those that are listed, not of all buyers: it is left to the files.
          figures.data.items.map(({ category, subCategory, memberCount }) => ({
            name: subCategory,
            title: `${category} · ${subCategory}`,
            count: memberCount,
            value: memberCount,
          })),
          drawn.locale.words.columns.members,
          drawn,
          true,
        ),
        look,
      );
    case 'focus':
      return tilesPicture(figures, drawn, look);
  }
}

function ranking(items: readonly Answers['ranking']['items'][number][], drawn: Drawn): Bars {
  const { metric, locale, title } = drawn;
  const { words, format } = locale;
  const field = FIELDS[metric];
  const sorted = [...items].sort((a, b) => b[field] - a[field]);
  const first = sorted[0];
  return {
    label: first
      ? words.chart.bars(title, first.name, exactly(metric, first[field], locale), items.length)
      : title,
    bars: sorted.map((item) => ({
      name: item.name,
      leadsTo: item.name,
      value: item[field],
      label: briefly(metric, item[field], locale),
      tip: {
        title: item.name,
        rows: [
          [words.measures.amount, format.money(item.total_amount)],
          [words.measures.orders, format.count(item.trade_count)],
          [words.measures.average, format.money(item.avg_amount)],
        ],
        note: 'top_subs' in item ? `${words.columns.bestSellers}: ${item.top_subs.join(', ')}` : undefined,
      },
    })),
  };
}

function growth(items: Answers['growth']['items'], drawn: Drawn): Bars {
  const { metric, locale, title } = drawn;
  const { words, format } = locale;
  const average = (amount: number, count: number) => (count === 0 ? 0 : amount / count);
  const all = items.map((item) => {
    const now = average(item.current_amount, item.current_count);
    const before = average(item.previous_amount, item.previous_count);
    const of = {
      amount: { now: item.current_amount, before: item.previous_amount, rate: item.growth_rate },
      orders: { now: item.current_count, before: item.previous_count, rate: item.count_growth_rate },
      average: { now, before, rate: Math.round(changeOf(now, before) * 10) / 10 },
    }[metric];
    return { name: item.producttypename, ...of };
  });
  const sorted = all.sort((a, b) => b.rate - a.rate);
  const first = sorted[0];
  return {
    label: first ? words.chart.bars(title, first.name, format.change(first.rate), items.length) : title,
    bars: sorted.map(({ name, now, before, rate }) => ({
      name,
      leadsTo: name,
      value: rate,
      label: format.change(rate),
      tip: {
        title: name,
        rows: [
          [words.measures[metric], exactly(metric, now, locale)],
          [words.columns.before, exactly(metric, before, locale)],
          [words.columns.change, format.change(rate)],
        ],
      },
    })),
  };
}

interface Share {
  readonly name: string;
  readonly title?: string;
  readonly count: number;
  /** Where there is none, bars are labelled by what they count. */
  readonly share?: string;
  readonly value: number;
}

function shares(items: readonly Share[], what: string, { locale, title }: Drawn, leads = false): Bars {
  const { words, format } = locale;
  const first = items[0];
  const figure = ({ share, count }: Share) => share ?? format.count(count);
  return {
    label: first ? words.chart.bars(title, first.name, figure(first), items.length) : title,
    bars: items.map((item) => ({
      name: item.name,
      leadsTo: leads ? item.name : undefined,
      value: item.value,
      label: figure(item),
      tip: {
        title: item.title ?? item.name,
        rows: [
          [what, format.count(item.count)],
          ...(item.share === undefined ? [] : [[words.columns.share, item.share] as const]),
        ],
      },
    })),
  };
}

/** All of them side by side, as an image; on the page each is a chart of its own. */
function multiplesPicture(
  figures: Extract<Figures, { kind: 'multiples' }>,
  drawn: Drawn,
  look: Look,
): Picture {
  const { palette, width, measure, id } = look;
  const columns = Math.max(1, Math.floor(width / 300));
  const gap = 24;
  const room = (width - gap * (columns - 1)) / columns;
  const all = figures.others.map(({ name }, nth) => ({
    name,
    picture: linesPicture(multipleLines(figures, { ...drawn, nth }), {
      ...look,
      width: room,
      id: `${id}-${nth}`,
    }),
  }));
  const rowHeight = Math.max(0, ...all.map(({ picture }) => picture.height)) + 40;
  const shapes = all.map(({ name, picture }, nth) => {
    const [x, y] = [(nth % columns) * (room + gap), Math.floor(nth / columns) * rowHeight];
    const title = text(fit(name, room, measure), 0, 14, palette.text, {
      'font-size': 13,
      'font-weight': 600,
    });
    return shape('g', { transform: `translate(${x} ${y})` }, [
      title,
      shape('g', { transform: 'translate(0 22)' }, picture.shapes),
    ]);
  });
  return { height: Math.ceil(all.length / columns) * rowHeight, shapes, stops: [], label: drawn.title };
}

/** The key figures as an image; on the page they are text. */
function tilesPicture(
  figures: Extract<Figures, { kind: 'focus' }>,
  { locale, title }: Drawn,
  { palette, width, measure }: Look,
): Picture {
  const { words, format } = locale;
  const before = beforeOf(figures);
  // Texts are measured at 12 pixels; labels are written at 13, figures at 22.
  const widest = FOCUS_FIGURES.map(([field, kind, basis]) =>
    Math.max(
      (measure(focusLabel(field, basis, words)) * 13) / 12,
      (measure(focusFigure(kind, figures.data.focus[field], format)) * 22) / 12,
    ),
  );
  const columns = Math.max(1, Math.floor(width / (Math.max(...widest) + 28)));
  const shapes = FOCUS_FIGURES.flatMap(([field, kind, basis], index) => {
    const x = (index % columns) * (width / columns);
    const y = Math.floor(index / columns) * 96;
    const value = figures.data.focus[field];
    const rate = before && changeOf(value, before[field]);
    return [
      text(focusLabel(field, basis, words), x, y + 16, palette.quiet, { 'font-size': 13 }),
      text(focusFigure(kind, value, format), x, y + 44, palette.text, {
        'font-size': 22,
        'font-weight': 600,
      }),
      ...(rate === null
        ? []
        : [
            text(
              format.change(rate),
              x,
              y + 66,
              rate < 0 ? palette.down : rate > 0 ? palette.main : palette.quiet,
            ),
          ]),
    ];
  });
  return { height: Math.ceil(FOCUS_FIGURES.length / columns) * 96, shapes, stops: [], label: title };
}
