import { count } from '../../lib/count.ts';
import { printable } from '../../lib/printable.ts';
import { describeAddress } from '../../settings/postgres-address.ts';
import { defineOperation } from '../operation.ts';
import { flag, listOf, object, text, whole } from '../schema.ts';

export const audit = defineOperation({
  http: 'GET /audit',
  summary: 'prove that every balance is what was granted less what was taken back, expired and charged',
  role: 'viewer',
  input: {},
  output: object({
    ok: flag(),
    accounts: whole(),
    granted: whole(),
    taken: whole(),
    expired: whole(),
    charged: whole(),
    calls: whole(),
    pruned: whole(),
    problems: listOf(text()),
  }),
  async run({ config, accounts }) {
    const report = await (await accounts()).audit();
    const place = config.accounts ? describeAddress(config.accounts) : `DATA_DIR (${config.dataDir})`;
    return { ok: report.problems.length === 0, ...report, place };
  },
  text({ ok, accounts, granted, taken, expired, charged, calls, pruned, problems, place }) {
    if (ok && accounts === 0)
      return `There are no accounts in ${place}, so there is nothing to add up: check that it is the right one.`;
    const counts =
      `${count(accounts, 'account')}, ${granted.toLocaleString('en')} points granted, ` +
      (taken > 0 ? `${taken.toLocaleString('en')} taken back, ` : '') +
      (expired > 0 ? `${expired.toLocaleString('en')} expired, ` : '') +
      `${charged.toLocaleString('en')} charged in ${count(calls, 'call')}` +
      (pruned > 0 ? `, ${pruned.toLocaleString('en')} of them pruned` : '');
    return ok
      ? `Everything adds up: ${counts}.`
      : [`It does not add up (${counts}):`, ...problems.map(printable)].join('\n  ');
  },
  isBad: ({ ok }) => !ok,
});
