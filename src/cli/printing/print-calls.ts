import type { Accounts, CallsCursor, CallsQuery, ChargedCall } from '../../accounts/accounts.ts';
import { readParameters } from '../../accounts/parameters-text.ts';
import { csvRecord } from '../../lib/csv.ts';
import { type Context, withAccounts } from '../command.ts';
import { writeAll } from '../write-all.ts';
import { count, jsonText, table } from './output.ts';

type Row = ReturnType<typeof toRow>;

/** Lists single calls while they are read, a page at a time: however many there are, it holds only one page. */
export async function printCalls(context: Context, query: CallsQuery, isCsv: boolean): Promise<void> {
  const write = isCsv ? csvLines : context.isJson ? jsonLines : tableLines;
  await withAccounts(context.config, (accounts) => writeAll(pagesOf(accounts, query, write)));
}

async function* pagesOf(
  accounts: Accounts,
  query: CallsQuery,
  write: (rows: readonly Row[], isFirst: boolean) => string,
): AsyncGenerator<string> {
  let after: CallsCursor | undefined;
  do {
    const { calls, pruned, next } = await accounts.calls({ ...query, after });
    if (!after && pruned > 0)
      console.error(`${count(pruned, 'call')} of those days were pruned and are not listed.`);
    yield write(calls.map(toRow), after === undefined);
    after = next;
  } while (after);
}

function toRow({ at, path, keyId, points, balance, requestId, parameters }: ChargedCall) {
  const asked = readParameters(parameters);
  return { time: at, path, key: keyId, points, balance, request_id: requestId, parameters: asked };
}

const CSV_HEADER = 'time,path,key,points,balance,request_id,parameters\n';

function csvLines(rows: readonly Row[], isFirst: boolean): string {
  let lines = isFirst ? CSV_HEADER : '';
  for (const { time, path, key, points, balance, request_id, parameters } of rows) {
    const asked = parameters ? JSON.stringify(parameters) : '';
    lines += `${csvRecord([time.toISOString(), path, key, points, balance, request_id, asked])}\n`;
  }
  return lines;
}

function jsonLines(rows: readonly Row[]): string {
  return rows.map((row) => `${jsonText(row)}\n`).join('');
}

/** Each page is lined up by itself; the names of the columns stand above the first. */
function tableLines(rows: readonly Row[], isFirst: boolean): string {
  if (rows.length === 0) return isFirst ? 'No calls in that time\n' : '';
  const text = table(rows.map((row) => ({ ...row, parameters: inWords(row.parameters) })));
  return `${isFirst ? text : text.slice(text.indexOf('\n') + 1)}\n`;
}

/** `category="Home & Living", start=2026-05-11`: what could be read as more than a value stands in quotes. */
function inWords(parameters: Row['parameters']): string | null {
  if (!parameters) return null;
  return Object.entries(parameters)
    .map(
      ([name, value]) => `${name}=${/^[\p{L}\p{M}\p{N}_.:-]+$/u.test(value) ? value : JSON.stringify(value)}`,
    )
    .join(', ');
}
