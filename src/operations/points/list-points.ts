import { formatDay } from '../../snapshot/calendar.ts';
import { defineList } from '../operation.ts';
import { nullable, optional, rows, text, time, whole } from '../schema.ts';

export const listPoints = defineList({
  http: ['GET /grants', 'GET /accounts/{account}/grants'],
  summary: 'list what was granted, taken back and has expired, the newest last',
  role: 'viewer',
  input: { account: optional(text()) },
  args: ['account'],
  output: rows({
    id: whole(),
    time: time(),
    account: text(),
    kind: text(),
    points: whole(),
    balance: whole(),
    left: nullable(whole()),
    expires: nullable(text()),
    reference: nullable(text()),
    by: text(),
    note: text(),
  }),
  async run({ accounts }, { account: of }) {
    const grants = await (await accounts()).listGrants(of);
    return grants.map(
      ({ number, at, account, kind, points, balance, left, expires, reference, by, note }) => ({
        ...{ id: number, time: at, account, kind, points, balance, left },
        expires: expires === null ? null : formatDay(expires),
        ...{ reference, by, note },
      }),
    );
  },
  empty: () => 'No points were granted yet; "mdq points grant ACCOUNT N" does it',
});
