import { defineList } from '../operation.ts';
import { optional, rows, text, time, whole } from '../schema.ts';

export const listPoints = defineList({
  http: ['GET /grants', 'GET /accounts/{account}/grants'],
  summary: 'list what was granted and taken back, the newest last',
  role: 'viewer',
  input: { account: optional(text()) },
  args: ['account'],
  output: rows({
    time: time(),
    account: text(),
    points: whole(),
    balance: whole(),
    by: text(),
    note: text(),
  }),
  async run({ accounts }, { account: of }) {
    const grants = await (await accounts()).listGrants(of);
    return grants.map(({ at, account, points, balance, by, note }) => ({
      time: at,
      account,
      points,
      balance,
      by,
      note,
    }));
  },
  empty: () => 'No points were granted yet; "mdq points grant ACCOUNT N" does it',
});
