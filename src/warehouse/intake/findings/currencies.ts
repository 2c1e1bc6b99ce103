import { listed } from '../../../lib/text/listed.ts';
import { COLUMN_NAMES } from '../../profile.ts';
import type { Warning } from '../../warning.ts';
import { plainName } from '../guess.ts';
import type { ReadableFile } from '../reading/plain-text.ts';
import { sampleRows } from '../reading/sample.ts';
import type { ReadingContext } from '../reading/source.ts';

/** What shops call the currency of an amount, by their plain names. */
const NAMES =
  'currency currencycode ordercurrency paymentcurrency währung waehrung 幣別 币种 貨幣 货币 通貨 moneda moeda devise valuta'.split(
    ' ',
  );
/** More are not named. */
const MOST = 4;

/** Amounts in several currencies, which are added up as if they were of one. The first rows of a file tell. */
export async function severalCurrencies(
  context: ReadingContext,
  file: ReadableFile,
  { unread, where }: { readonly unread: readonly string[]; readonly where: string },
): Promise<Warning[]> {
  const column = unread.find((name) => NAMES.includes(plainName(name)));
  if (column === undefined) return [];
  const { connection, profile } = context;
  // Whatever column of ours it is read as: no other is needed.
  const columns = Object.fromEntries(COLUMN_NAMES.map((name) => [name, column]));
  const sampled = await sampleRows({ ...context, profile: { ...profile, set: {}, columns } }, file, {
    table: 'currencies',
    columns: ({ cells }) => `upper(trim(${cells.category})) AS currency`,
  });
  if (!sampled) return [];
  const rows = await connection.rows(
    `SELECT currency FROM currencies WHERE currency <> '' GROUP BY ALL ORDER BY count(*) DESC, currency`,
  );
  await connection.run('DROP TABLE currencies');
  if (rows.length < 2) return [];
  const codes = rows.map(({ currency }) => String(currency));
  const message =
    `${listed([column])} holds ${listed(codes, MOST)}${where} and is not read: amounts are added up as if they were of one currency. ` +
    'Have a query (--sql) convert them, or import the orders of one currency';
  return [{ code: 'several-currencies', message }];
}
