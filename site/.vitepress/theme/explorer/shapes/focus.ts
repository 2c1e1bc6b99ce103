import { parseDay, previousPeriod } from '../../../../../src/lib/calendar.ts';
import type { DataOf } from '../../call/call.ts';
import { type Tiles, tilesPicture } from '../../charts/tiles.ts';
import type { Locale } from '../../locale/locale.ts';
import { records } from '../../shared/csv.ts';
import type { Dates } from '../../shared/dates.ts';
import type { Figures, Panel } from '../panel.ts';
import { datesOf } from '../state/ranges.ts';
import { aboutOf } from './answer-rows.ts';
import { cellsOf } from './cells.ts';
import { changeOf } from './measures.ts';
import { TILES } from './outline.ts';
import { closedCell, isShown, withoutSuppressed } from './shown.ts';

type Data = DataOf<'marketFocus'> | DataOf<'subMarketFocus'>;
type Focus = Data['focus'];
type Group = 'all' | 'members';

/** The key figures in the order in which they are shown. Those of members count only who is known and paid by some methods. */
const FIGURES = [
  ['totalAmount', 'money', 'all'],
  ['tradeCount', 'count', 'all'],
  ['avgAmount', 'money', 'all'],
  ['merchantCount', 'count', 'all'],
  ['audienceCount', 'count', 'members'],
  ['frequency', 'decimal', 'members'],
  ['arpu', 'money', 'members'],
] as const satisfies readonly (readonly [keyof Focus, 'money' | 'count' | 'decimal', Group])[];

/** All fields of the restricted basis. */
const MEMBERS: ReadonlySet<string> = new Set<keyof Focus>([
  ...(['audienceCount', 'audienceTradeCount', 'audienceAmount', 'frequency', 'arpu'] as const),
]);

/** Key figures, beside those of the days before or of the year before. */
export const focus = {
  name: 'focus',
  isWide: true,
  comparesDays: true,
  bringsPrevious: true,
  countsMethods: true,
  hasSorting: false,
  outline: TILES,
  caption: (words) => words.names.focus,
  title: ({ words, name }) => words.panels.focus(name),
  isEmpty: ({ data }) => data.focus.tradeCount === 0,
  isSuppressed: ({ data }) => !isShown(data.focus),
  tiles: tilesOf,
  picture: (figures, { locale, title }, look) => tilesPicture(tilesOf(figures, locale), title, look),
  table(figures, _metric, locale) {
    const { word, number, name, none, change } = cellsOf(locale);
    const { columns } = locale.words;
    const before = beforeOf(figures);
    return {
      columns: [
        ...[word(columns.figure), number(columns.now)],
        ...(figures.compare === 'none' ? [] : [number(columns.before), number(columns.change)]),
      ],
      rows: FIGURES.map(([field, unit, group]) => {
        const { focus } = figures.data;
        const cell = (of: Focus) =>
          isOpen(of, group) ? { text: locale.format[unit](of[field]), value: of[field] } : closedCell(locale);
        const isChange = before && isOpen(focus, group) && isOpen(before, group);
        const compared = [
          before ? cell(before) : none,
          isChange ? change(changeOf(focus[field], before[field])) : none,
        ];
        return [
          ...[name(labelAlone(field, group, locale)), cell(focus)],
          ...(figures.compare === 'none' ? [] : compared),
        ];
      }),
    };
  },
  file: ({ data, compared }) =>
    records([...rowsOf(data, ''), ...(compared ? rowsOf(compared, 'year_before_') : [])]),
  closedText: (_, count, words) => words.chart.closedFigures(count),
} satisfies Partial<Panel<Data>>;

/** `period` tells the rows of an answer from one another as the service does, and those of another answer from these. */
function rowsOf({ focus, prevFocus, ...about }: Data, answer: string) {
  return [
    { period: `${answer}current`, ...aboutOf(about), ...openOf(focus) },
    ...(prevFocus
      ? [{ period: `${answer}previous`, ...aboutOf(about), ...daysBefore(about), ...openOf(prevFocus) }]
      : []),
  ];
}

/** Whether the figures of a group are shown. */
function isOpen(focus: Focus, group: Group): boolean {
  return isShown(focus) && !(group === 'members' && focus.audienceSuppressed);
}

function openOf(focus: Focus): Focus {
  return withoutSuppressed(focus, (name) => !isOpen(focus, MEMBERS.has(name) ? 'members' : 'all'));
}

/** Nothing where nothing is compared, and as long as the days to compare with are not paid for. */
function beforeOf({ data, compared, compare = 'previous' }: Figures<Data>): Focus | null {
  return compare === 'previous' ? data.prevFocus : (compared?.focus ?? null);
}

/** The days that an answer has its previous figures of. */
function daysBefore({ start, end }: Dates): Dates {
  return datesOf(previousPeriod({ start: parseDay(start) ?? 0, end: parseDay(end) ?? 0 }));
}

/** Where it stands alone it says what it counts, so that nobody divides a figure of one group by one of the other. */
function labelAlone(field: (typeof FIGURES)[number][0], group: 'all' | 'members', { words }: Locale): string {
  return group === 'all' ? words.figures[field] : words.ofMembers(words.figures[field]);
}

function tilesOf(figures: Figures<Data>, locale: Locale): Tiles {
  const { words, format } = locale;
  const { data, compared, against, compare = 'previous' } = figures;
  const before = beforeOf(figures);
  const tiles = FIGURES.map(([field, unit, group]) => {
    const now = data.focus[field];
    const label = {
      name: field,
      group,
      label: words.figures[field],
      labelAlone: labelAlone(field, group, locale),
    };
    if (!isOpen(data.focus, group))
      return { ...label, exact: words.chart.closed, text: words.chart.closed, isClosed: true };
    const exact = format[unit](now);
    return {
      ...label,
      exact,
      // Cents of thousands are for who points at them.
      text: Math.abs(now) >= 1000 ? (unit === 'money' ? format.symbol : '') + format.brief(now) : exact,
      ...(before &&
        isOpen(before, group) && {
          before: `${words.columns.before}: ${format[unit](before[field])}`,
          change: changeOf(now, before[field]),
          changeText: format.change(changeOf(now, before[field])),
        }),
    };
  });
  const days = compared ?? against ?? daysBefore(data);
  return {
    groups: (['all', 'members'] as const).map((group) => ({
      name: group,
      label: words.figureGroups[group],
      tiles: tiles.filter((tile) => tile.group === group),
    })),
    few: ['totalAmount', 'tradeCount', 'avgAmount', 'audienceCount'],
    note: before ? words.changeAgainst(format.days(days)) : compare === 'previous' ? words.noComparison : '',
  };
}
