import type { Accounts } from '../../accounts/accounts.ts';
import { type ChainedRow, checkLog } from '../../accounts/log-chain.ts';
import { recordAudit } from '../../disk/last-runs.ts';
import { count, thousands } from '../../lib/count.ts';
import { printable } from '../../lib/text/printable.ts';
import { describeAddress } from '../../settings/postgres-address.ts';
import { defineOperation, InputError } from '../operation.ts';
import { logPages } from '../operators/show-log.ts';
import { flag, listOf, object, optional, text, whole } from '../schema.ts';
import { LoggedState } from './logged-state.ts';

/** Problems of one kind that are named. */
const MAX_DIFFERENCES = 20;
/** Whoever is charged has an account, and making one is a row. */
const EMPTY_LOG = 'the log is empty, though calls were charged: its rows were taken out';

/** The rows that come, each of them noted. */
async function* noted(pages: AsyncIterable<readonly ChainedRow[]>, state: LoggedState) {
  for await (const rows of pages) {
    for (const row of rows) state.add(row);
    yield rows;
  }
}

/** Compares the state at the end of the log. Changes go on meanwhile: their rows are read before it is compared again. */
async function differencesNow(accounts: Accounts, state: LoggedState, rows: number): Promise<string[]> {
  for (let after = rows; ; ) {
    const differences = await state.differences(accounts);
    const { rows: more } = await accounts.office.readLog({ after, limit: 1000 });
    if (differences.length === 0 || more.length === 0) return differences;
    for (const row of more) state.add(row);
    after = more.at(-1)?.number ?? after;
  }
}

export const audit = defineOperation({
  http: 'GET /audit',
  isLong: true,
  summary:
    'prove that every balance is what was granted less what was taken back, expired and charged, that the log is whole, and that nothing was changed past it',
  role: 'viewer',
  input: {
    head: optional(
      text({
        description: 'a head that an earlier audit printed: nothing up to it was changed since',
        label: 'hash',
      }),
    ),
  },
  output: object({
    ok: flag(),
    accounts: whole(),
    granted: whole(),
    refunded: whole({ description: 'points of `granted` that were given back for calls' }),
    taken: whole(),
    expired: whole(),
    charged: whole(),
    calls: whole(),
    pruned: whole(),
    problems: listOf(text()),
    log: object({
      rows: whole(),
      head: text(),
      not_compared: listOf(text(), {
        description: 'what is not compared with the log, because details of rows about it are blanked',
      }),
    }),
  }),
  async run({ config, accounts }, { head: earlier }) {
    if (earlier !== undefined && !/^[0-9a-f]{64}$/.test(earlier))
      throw new InputError('{head} must be 64 hexadecimal digits, as an audit prints it');
    const store = await accounts();
    const totals = await store.audit();
    const state = new LoggedState();
    const { rows, head, hasHead, problems } = await checkLog(noted(logPages(store), state), earlier);
    const differences = await differencesNow(store, state, rows);
    const unknown = hasHead
      ? []
      : [`the head ${earlier} is not in the log: rows up to it were changed or taken out`];
    const report = {
      ...totals,
      log: { rows, head, not_compared: state.notCompared },
      problems: [
        ...totals.problems,
        ...problems,
        ...unknown,
        ...(rows === 0 && totals.calls > 0 ? [EMPTY_LOG] : differences.slice(0, MAX_DIFFERENCES)),
      ],
    };
    const place = config.accounts ? describeAddress(config.accounts) : `DATA_DIR (${config.dataDir})`;
    const ok = report.problems.length === 0;
    await recordAudit(config.dataDir, ok);
    return { ok, ...report, place };
  },
  text(
    { ok, accounts, granted, refunded, taken, expired, charged, calls, pruned, problems, place, log },
    { head },
  ) {
    const logged =
      log.rows === 0
        ? 'The log has no row yet.'
        : `The log has ${count(log.rows, 'row')}, each chained to the one before; its head is ${log.head}.` +
          (head === undefined ? '' : ' The head that was given is part of it.') +
          (log.not_compared.length === 0
            ? ''
            : `\nNot compared with the log, because details of its rows are blanked: ${log.not_compared.join(', ')}.`);
    if (ok && accounts === 0)
      return `There are no accounts in ${place}, so there is nothing to add up: check that it is the right one.`;
    const counts =
      `${count(accounts, 'account')}, ${thousands(granted)} points granted, ` +
      (refunded > 0 ? `${thousands(refunded)} of them as refunds, ` : '') +
      (taken > 0 ? `${thousands(taken)} taken back, ` : '') +
      (expired > 0 ? `${thousands(expired)} expired, ` : '') +
      `${thousands(charged)} charged in ${count(calls, 'call')}` +
      (pruned > 0 ? `, ${thousands(pruned)} of them pruned` : '');
    return ok
      ? `Everything adds up: ${counts}.\n${logged}`
      : [`It does not add up (${counts}):`, ...problems.map(printable)].join('\n  ');
  },
  isBad: ({ ok }) => !ok,
});
