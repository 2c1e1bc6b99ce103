import {
  type Figures,
  type Measure,
  type Picture,
  TILE_FIELDS,
} from './.vitepress/theme/pictures/picture.ts';
import type { Language } from './languages.ts';
import { type RecordedAnswer, recordedAnswer } from './recorded-answers.ts';

/** The currency of the demo data. */
const CURRENCY = 'TWD';
const MOST_BARS = 5;
const MOST_NAMES = 10;

type Data = Readonly<Record<string, unknown>>;

/** The recorded answer of an endpoint as figures to draw. */
export function answerPicture(
  language: Language,
  path: string,
  period: 'default' | 'year' = 'default',
): Picture | undefined {
  const answer = recordedAnswer(language === 'zh' ? 'zh-TW' : 'en', path, period);
  const figures = answer && figuresOf(path, answer.data, language === 'zh' ? '：' : ': ');
  return figures && { ...about(answer), ...figures };
}

function about({ target, charged, data }: RecordedAnswer) {
  const { category, subCategory, start, end } = data as Record<string, string | undefined>;
  const names = [category, subCategory].filter((name) => name !== undefined);
  return { names, start, end, currency: CURRENCY, target, charged };
}

function figuresOf(path: string, data: Data, colon: string): Figures | undefined {
  const items = (data.items ?? []) as readonly Data[];
  const bars = (
    measure: Measure,
    value: string,
    name: (item: Data) => string,
    part?: (item: Data) => string,
  ): Figures => ({
    kind: 'bars',
    measure,
    bars: items
      .slice(0, MOST_BARS)
      .map((item) => ({ name: name(item), of: part?.(item), value: Number(item[value]) })),
    more: Math.max(0, items.length - MOST_BARS),
  });
  switch (path.split('/').at(-1)) {
    case 'categories':
    case 'sub-categories':
      return names((data.categories ?? data.subCategories) as readonly string[]);
    case 'growth':
      return {
        kind: 'growth',
        bars: items
          .slice(0, MOST_BARS)
          .map((item) => ({ name: String(item.producttypename), value: Number(item.growth_rate) })),
        more: Math.max(0, items.length - MOST_BARS),
      };
    case 'payment':
      return bars('orders', 'count', (item) => String(item.name));
    case 'ranking':
    case 'sub-ranking':
      return bars('amount', 'total_amount', (item) => String(item.name));
    case 'tags':
      return bars('products', 'count', (item) => `${item.key}${colon}${item.value}`);
    case 'related-purchases':
      return bars(
        'members',
        'memberCount',
        (item) => String(item.subCategory),
        (item) => String(item.category),
      );
    case 'focus':
      return tiles(data.focus as Data, data.prevFocus as Data | null);
    default:
      return Array.isArray(data.trend) ? trend(data.trend as readonly Data[]) : undefined;
  }
}

function names(list: readonly string[]): Figures {
  return {
    kind: 'names',
    list: list.slice(0, MOST_NAMES),
    more: Math.max(0, list.length - MOST_NAMES),
  };
}

function tiles(now: Data, before: Data | null): Figures {
  return {
    kind: 'tiles',
    tiles: TILE_FIELDS.map((field) => ({
      field,
      value: Number(now[field]),
      before: before === null ? undefined : Number(before[field]),
    })),
  };
}

function trend(weeks: readonly Data[]): Figures {
  return {
    kind: 'trend',
    weeks: weeks.map(({ week_start, week_end, total_amount }) => ({
      start: String(week_start),
      end: String(week_end),
      value: Number(total_amount),
    })),
  };
}
