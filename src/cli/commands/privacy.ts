import { Command } from 'commander';
import { readDataSetting } from '../../settings/data-settings.ts';
import { formatDay } from '../../snapshot/calendar.ts';
import { isControlled, type PrivacyNumbers } from '../../snapshot/privacy/numbers.ts';
import { LEVELS, type NumbersReport } from '../../warehouse/privacy-report.ts';
import { command } from '../command.ts';
import { bar, print, table } from '../printing/output.ts';
import { numbersText } from '../printing/privacy-lines.ts';
import { withWarehouse } from '../with-warehouse.ts';

interface Options {
  people?: string;
  merchants?: string;
  share?: string;
}

/** What is shown where disclosure control is off and no numbers are given. */
const RECOMMENDED: PrivacyNumbers = { minPeople: 5, minMerchants: 3, maxShare: 80 };

export function privacyCommand(): Command {
  return new Command('privacy').description('disclosure control').addCommand(reportCommand());
}

function reportCommand(): Command {
  return command<Options>(
    'report',
    'what the numbers in force close, and what others would',
    async (context, options) => {
      const others = readNumbers(options);
      const {
        inForce,
        others: asked,
        incompleteFrom,
      } = await withWarehouse(context, (warehouse, onProgress) =>
        warehouse.privacyReport(
          (stored) => others ?? (isControlled(stored) ? undefined : RECOMMENDED),
          onProgress,
        ),
      );
      const from = incompleteFrom === null ? null : formatDay(incompleteFrom);
      print(
        context,
        {
          inForce: inForce ? reportJson(inForce) : null,
          others: asked ? reportJson(asked) : null,
          incompleteFrom: from,
        },
        [
          inForce
            ? `In force: ${numbersText(inForce.numbers)}`
            : 'Disclosure control is off: everything is shown.',
          ...(inForce ? [levelTable(inForce)] : []),
          ...(asked
            ? ['', `With ${numbersText(asked.numbers) || 'disclosure control off'}:`, levelTable(asked)]
            : []),
          ...(from === null
            ? []
            : ['', `Orders from ${from} on are not counted: their week is not complete.`]),
          ...(asked && isControlled(asked.numbers)
            ? ['', `To set them: ${settingCommand(asked.numbers)}`]
            : []),
        ].join('\n'),
      );
    },
  )
    .option('--people <number>', 'fewest people (MDQ_MIN_PEOPLE)')
    .option('--merchants <number>', 'fewest merchants (MDQ_MIN_MERCHANTS)')
    .option('--share <percent>', 'most of the amount that one may have (MDQ_MAX_SHARE)');
}

/** Undefined where no number is given; one that is not given is off. */
function readNumbers({ people, merchants, share }: Options): PrivacyNumbers | undefined {
  if (people === undefined && merchants === undefined && share === undefined) return undefined;
  return {
    ...{ minPeople: 0, minMerchants: 0, maxShare: 100 },
    ...(people !== undefined && readDataSetting('MDQ_MIN_PEOPLE', people)),
    ...(merchants !== undefined && readDataSetting('MDQ_MIN_MERCHANTS', merchants)),
    ...(share !== undefined && readDataSetting('MDQ_MAX_SHARE', share)),
  };
}

function settingCommand({ minPeople, minMerchants, maxShare }: PrivacyNumbers): string {
  return `mdq settings set MDQ_MIN_PEOPLE ${minPeople} MDQ_MIN_MERCHANTS ${minMerchants} MDQ_MAX_SHARE ${maxShare}`;
}

function reportJson({ numbers, levels }: NumbersReport): Record<string, unknown> {
  const rows = LEVELS.map((level) => {
    const { cells, closed, closedBasis, cents, closedCents } = levels[level];
    return [
      level,
      { cells, closed, closedBasis, amount: cents / 100, amountNotShown: closedCents / 100 },
    ] as const;
  });
  return { ...numbers, levels: Object.fromEntries(rows) };
}

/** A row for each level; the bar is how much of its amount is still shown. */
function levelTable({ levels }: NumbersReport): string {
  return table(
    LEVELS.map((level) => {
      const { cells, closed, closedBasis, cents, closedCents } = levels[level];
      const isShown = cents === 0 ? 1 : 1 - closedCents / cents;
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
