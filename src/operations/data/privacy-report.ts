import { formatDay } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import { bar, table } from '../../lib/text/table.ts';
import { readDataSetting } from '../../settings/data-settings.ts';
import { isControlled, type PrivacyNumbers } from '../../snapshot/privacy/numbers.ts';
import { LEVELS, type NumbersReport, type ScopeReport } from '../../warehouse/privacy-report.ts';
import { defineOperation } from '../operation.ts';
import { nullable, object, optional, record, text, type Values } from '../schema.ts';
import { numbersText } from './privacy-lines.ts';

/** What is shown where disclosure control is off and no numbers are given. */
const RECOMMENDED: PrivacyNumbers = { minPeople: 5, minMerchants: 3, maxShare: 80 };

const input = {
  people: optional(text({ description: 'fewest people (MDQ_MIN_PEOPLE)', label: 'number' })),
  merchants: optional(text({ description: 'fewest merchants (MDQ_MIN_MERCHANTS)', label: 'number' })),
  share: optional(
    text({ description: 'most of the amount that one may have (MDQ_MAX_SHARE)', label: 'percent' }),
  ),
};

const numbers = nullable(record<ReturnType<typeof reportJson>>());

export const privacyReport = defineOperation({
  http: 'GET /privacy',
  summary: 'what the numbers in force suppress, and what others would, by category and sub-category',
  role: 'admin',
  isLong: true,
  input,
  output: object({ inForce: numbers, others: numbers, incompleteFrom: nullable(text()) }),
  async run({ warehouse, onProgress }, input) {
    const asked = readNumbers(input);
    const report = await (await warehouse()).privacyReport(
      (stored) => asked ?? (isControlled(stored) ? undefined : RECOMMENDED),
      onProgress,
    );
    const { inForce, others, incompleteFrom } = report;
    return {
      inForce: inForce ? reportJson(inForce) : null,
      others: others ? reportJson(others) : null,
      incompleteFrom: incompleteFrom === null ? null : formatDay(incompleteFrom),
      report,
    };
  },
  text({ incompleteFrom, report: { inForce, others } }) {
    const hasCells = [inForce, others].some((each) => each && each.levels.whole.cells > 0);
    return linesOf(
      inForce
        ? [`In force: ${numbersText(inForce.numbers)}`, levelTable(inForce)]
        : 'Disclosure control is off: everything is shown.',
      others && ['', `With ${numbersText(others.numbers) || 'disclosure control off'}:`, levelTable(others)],
      scopeLines(others ?? inForce),
      incompleteFrom !== null && [
        '',
        `Orders from ${incompleteFrom} on are not counted: their week is not complete.`,
      ],
      incompleteFrom === null && !hasCells && ['', 'There are no orders, so there is nothing to count.'],
      others && isControlled(others.numbers) && ['', howToSet(others)],
    ).join('\n');
  },
});

/** Undefined where no number is given; one that is not given is off. */
function readNumbers({ people, merchants, share }: Values<typeof input>): PrivacyNumbers | undefined {
  if (people === undefined && merchants === undefined && share === undefined) return undefined;
  return {
    ...{ minPeople: 0, minMerchants: 0, maxShare: 100 },
    ...(people !== undefined && readDataSetting('MDQ_MIN_PEOPLE', people)),
    ...(merchants !== undefined && readDataSetting('MDQ_MIN_MERCHANTS', merchants)),
    ...(share !== undefined && readDataSetting('MDQ_MAX_SHARE', share)),
  };
}

/** Numbers that would show nothing are refused. */
function howToSet({
  numbers: { minPeople, minMerchants, maxShare },
  levels: { whole },
}: NumbersReport): string {
  if (whole.cells > 0 && whole.closed === whole.cells)
    return 'They would close every week and show nothing, so they cannot be set.';
  return `To set them: mdq settings set MDQ_MIN_PEOPLE ${minPeople} MDQ_MIN_MERCHANTS ${minMerchants} MDQ_MAX_SHARE ${maxShare}`;
}

/** Every category and sub-category, and by name those of which no week is published. */
function scopeLines(report: NumbersReport | undefined): string[] {
  if (!report?.period || report.scopes.length === 0) return [];
  const { scopes, period } = report;
  const days = `the default period, ${formatDay(period.start)} to ${formatDay(period.end)}`;
  const unpublished = scopes.filter(isUnpublished).map(({ category, sub }) => nameOf(category, sub));
  return [
    '',
    `By category and sub-category: the published share of the amount, and weeks of ${days}:`,
    table(
      scopes.map(({ category, sub = '', cents, publishedCents, weeks, publishedWeeks }) => ({
        category,
        'sub-category': sub,
        'published %': percent(publishedCents, cents),
        weeks,
        'published weeks': publishedWeeks,
      })),
    ),
    '',
    unpublished.length === 0
      ? 'Every category and sub-category has a published week.'
      : `${thousands(unpublished.length)} of ${thousands(scopes.length)} have no published week:`,
    ...unpublished.map((name) => `  ${name}`),
  ];
}

/** Of a scope without lines in the default period, all weeks count. */
function isUnpublished({ weeks, publishedWeeks, publishedCents, cents }: ScopeReport): boolean {
  return weeks > 0 ? publishedWeeks === 0 : publishedCents === 0 && cents > 0;
}

function nameOf(category: string, sub: string | undefined): string {
  return sub === undefined ? category : `${category}, ${sub}`;
}

function reportJson({ numbers, levels, period, scopes }: NumbersReport) {
  const rows = LEVELS.map((level) => {
    const { cells, closed, closedBasis, cents, closedCents } = levels[level];
    return [
      level,
      { cells, closed, closedBasis, amount: cents / 100, amountNotShown: closedCents / 100 },
    ] as const;
  });
  return {
    ...numbers,
    levels: Object.fromEntries(rows),
    period: period && { start: formatDay(period.start), end: formatDay(period.end) },
    scopes: scopes.map(({ category, sub = null, cents, publishedCents, weeks, publishedWeeks }) => ({
      ...{ category, subCategory: sub, amount: cents / 100, publishedAmount: publishedCents / 100 },
      ...{ weeks, publishedWeeks },
    })),
  };
}

/** A row for each level; the bar is how much of its amount is still shown. */
function levelTable({ levels }: NumbersReport): string {
  return table(
    LEVELS.map((level) => {
      const { cells, closed, closedBasis, cents, closedCents } = levels[level];
      const isShown = cents === 0 ? Number(closed < cells) : 1 - closedCents / cents;
      return {
        level,
        cells,
        closed,
        'closed %': percent(closed, cells),
        'audience closed %': level === 'whole' ? '-' : percent(closedBasis, cells),
        'amount not shown %': percent(closedCents, cents),
        'amount shown': bar(isShown, 1),
      };
    }),
  );
}

function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return share > 0 && share < 0.1 ? share.toFixed(2) : share.toFixed(1);
}
