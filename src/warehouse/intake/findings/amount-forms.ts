import { COLUMN_NAMES, type Profile } from '../../profile.ts';
import type { Warning } from '../../warning.ts';
import type { Guess } from '../guess.ts';
import type { ReadableFile } from '../reading/plain-text.ts';
import { SAMPLE_ROWS, sampleRows } from '../reading/sample.ts';
import type { ReadingContext } from '../reading/source.ts';
import type { Unclear } from '../unclear.ts';

/*
 * What stands before the decimals of amounts. Credit notes, blanks between thousands and "980,-" tell it too, though an
 * import does not take them.
 */

/** Blanks that stand between thousands: most are none that can be typed. */
const BLANKS = ' \u00a0\u2009\u202f';
const matches = (cell: string, pattern: string) => `regexp_full_match(${cell}, '${pattern}')`;
/** Three digits after every sign: it may stand between thousands. */
const inThousands = (cell: string, sign: string) => matches(cell, `-?[1-9][0-9]{0,2}(${sign}[0-9]{3})+`);
/** Whether a number has a comma, or a point, that can only stand before its decimals. */
export const hasDecimalComma = (cell: string) =>
  `(${matches(cell, `-?[0-9.${BLANKS}]*,([0-9]*-?|-{1,2}|–)`)} AND NOT ${inThousands(cell, ',')})`;
export const hasDecimalPoint = (cell: string) =>
  `(${matches(cell, `-?[0-9,${BLANKS}]*\\.[0-9]*-?`)} AND NOT ${inThousands(cell, '\\.')})`;

/** Passes over most rows of a file, at little cost. */
const hasSign = (cell: string) => `WHERE contains(${cell}, '.') OR contains(${cell}, ',')`;

/** How many amounts of a file have which form. */
interface Counts {
  readonly rows: number;
  readonly decimalCommas: number;
  readonly decimalPoints: number;
  readonly thousands: number;
  readonly millions: number;
  /** With commas between thousands. */
  readonly grouped: number;
  readonly example: string | undefined;
  readonly groupedExample: string | undefined;
}

const COUNTS = `
  count(*) AS rows,
  count(*) FILTER (WHERE ${hasDecimalComma('amount')}) AS decimalCommas,
  count(*) FILTER (WHERE ${hasDecimalPoint('amount')}) AS decimalPoints,
  count(*) FILTER (WHERE ${inThousands('amount', '\\.')}) AS thousands,
  count(*) FILTER (WHERE ${inThousands('amount', '\\.')} AND amount LIKE '%.%.%') AS millions,
  count(*) FILTER (WHERE ${inThousands('amount', ',')}) AS grouped,
  min(amount) FILTER (WHERE ${matches('amount', '[0-9]{1,3}\\.[0-9]{3}')}) AS example,
  min(amount) FILTER (WHERE ${matches('amount', '[0-9]{1,3},[0-9]{3}')}) AS groupedExample`;

/**
 * The first rows of a file tell it mostly. Where they do not, all are looked at if `goesOn`: that is a reading of its own.
 * Undefined where amounts are no text.
 */
async function countForms(
  context: ReadingContext,
  file: ReadableFile,
  column: string,
  goesOn: () => Promise<boolean>,
): Promise<Counts | undefined> {
  // Whatever is wrong with the other columns does not matter here. A column that is the product's name is not read.
  const columns = Object.fromEntries(
    COLUMN_NAMES.filter((name) => name !== 'product_name').map((name) => [name, column]),
  );
  const amounts = { ...context, profile: { ...context.profile, set: {}, columns } };
  const look = async (rows: number | 'all'): Promise<Counts | undefined> => {
    const source = await sampleRows(amounts, file, {
      table: 'counted',
      columns: () => COUNTS,
      from: ({ cells, from }) =>
        `(SELECT trim(${cells.amount}) AS amount FROM ${from} ${rows === 'all' ? hasSign(cells.amount) : ''})`,
      rows,
    });
    if (!source || source.typed?.cents) return undefined;
    const [found = {}] = await context.connection.rows('FROM counted');
    await context.connection.run('DROP TABLE counted');
    const { example, groupedExample, ...counts } = found;
    const text = (value: unknown) => (value ? String(value) : undefined);
    const numbers = Object.entries(counts).map(([name, count]) => [name, Number(count)]);
    return {
      ...(Object.fromEntries(numbers) as Record<Exclude<keyof Counts, `${string}xample`>, number>),
      example: text(example),
      groupedExample: text(groupedExample),
    };
  };
  const first = await look(SAMPLE_ROWS);
  if (!first || first.rows < SAMPLE_ROWS || first.decimalCommas + first.decimalPoints > 0) return first;
  return (await goesOn()) ? ((await look('all')) ?? first) : first;
}

interface AmountForms {
  /** What the values fit best. */
  readonly forms: Pick<Profile, 'decimal'>;
  readonly unclear: readonly Unclear[];
  readonly warnings: readonly Warning[];
}

/** How amounts are written, where it is not as usual: of several files, what one of them tells is so in all. */
export async function proposeAmounts(
  context: ReadingContext,
  files: readonly (readonly [ReadableFile, Pick<Guess, 'columns'>])[],
): Promise<AmountForms> {
  const said = context.profile.decimal;
  if (said === 'point') return { forms: {}, unclear: [], warnings: [] };
  const found = [];
  for (const [file, { columns }] of files) {
    const counts = columns.amount && (await countForms(context, file, columns.amount, async () => true));
    if (counts) found.push({ counts, where: files.length > 1 ? ` in ${file.path}` : '' });
  }
  const sure = found.map(({ counts }) => surely(counts)).find((form) => form !== undefined);
  const asked = said || sure === 'comma' ? undefined : found.find(({ counts }) => mayBeThousands(counts));
  const decimal = said ?? sure ?? (asked && 'comma');
  const warnings = decimal === 'comma' ? found.flatMap(({ counts, where }) => groupedIn(counts, where)) : [];
  return {
    forms: decimal === 'comma' ? { decimal } : {},
    unclear: asked ? [{ about: 'decimal', question: askForForm(asked.counts, asked.where) }] : [],
    warnings: warnings.slice(0, 1),
  };
}

/** An import asks nothing: it says how it has read amounts that a check asks about. */
export async function unclearAmounts(
  context: ReadingContext,
  file: ReadableFile,
  { where, number }: { where: string; number: number },
): Promise<Warning[]> {
  const { connection, profile } = context;
  if (profile.decimal === 'point' || profile.set?.amount !== undefined) return [];
  // A sign between thousands, read as one before decimals, makes hundredths: 1.29 of 1.290. It never makes 0.50 or 1234.50.
  const { hundredths, decimals, largest } = await connection.numbers<'hundredths' | 'decimals' | 'largest'>(`
    SELECT count(*) FILTER (WHERE cents % 100 <> 0) AS hundredths,
           count(*) FILTER (WHERE cents % 100 <> 0 AND (cents < 100 OR cents >= 100000)) AS decimals,
           coalesce(max(cents), 0) AS largest
    FROM staged WHERE file = ${number}`);
  if (decimals > 0) return [];
  // Of 1.000 it makes 1.00, which 1 gives too. But if all thousands have such a sign, no amount came out as 1000 or more. So
  // in a file that has both 1.000 and 1500, the first kind is overlooked where it comes after the first rows.
  const mayBeRound = largest < 100_000;
  const column = profile.columns?.amount ?? 'amount';
  const counts = await countForms(context, file, column, async () => hundredths > 0 || mayBeRound);
  if (!counts) return [];
  if (profile.decimal === 'comma') return groupedIn(counts, where);
  if (!mayBeThousands(counts) || !counts.example) return [];
  const message = `Points were read as standing before decimals, though ${askForForm(counts, where)}`;
  return [{ code: 'unclear-amounts', message }];
}

/** What most amounts that tell it have; points between thousands tell it only where one has two of them. */
function surely({ decimalCommas, decimalPoints, grouped, millions }: Counts): Profile['decimal'] {
  if (decimalCommas > decimalPoints + grouped) return 'comma';
  if (decimalPoints > 0) return 'point';
  return millions > 0 ? 'comma' : undefined;
}

const mayBeThousands = ({ thousands, decimalPoints }: Counts) => thousands > 0 && decimalPoints === 0;

function askForForm({ example = '1.290' }: Counts, where: string): string {
  return (
    `amounts such as ${example}${where} could be ${example.replace('.', '')}, with a point between thousands, or ${Number(example)}: ` +
    'say which with --decimal comma or --decimal point'
  );
}

/** That commas stand before decimals was said: there is nothing to ask, but all of them may stand between thousands. */
function groupedIn({ decimalCommas, groupedExample }: Counts, where: string): Warning[] {
  if (decimalCommas > 0 || !groupedExample) return [];
  const message =
    `Commas are read as standing before decimals, though every one${where} has three digits after it: ${groupedExample} is ` +
    `${Number(groupedExample.replace(',', '.'))}. If it is ${groupedExample.replace(',', '')}, take the commas out of the file and import it again`;
  return [{ code: 'unclear-amounts', message }];
}
