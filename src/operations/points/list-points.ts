import type { Accounts } from '../../accounts/accounts.ts';
import type { Grant } from '../../accounts/grants.ts';
import { formatDay } from '../../lib/calendar.ts';
import { table } from '../../lib/text/table.ts';
import { OWNER, ownerFields } from '../account-fields.ts';
import { defineList } from '../operation.ts';
import { nullable, optional, rows, signed, text, time, whole } from '../schema.ts';

export const listPoints = defineList({
  http: ['GET /grants', 'GET /accounts/{account}/grants'],
  summary: 'list what was granted, taken back and has expired, the newest last',
  role: 'viewer',
  input: { account: optional(text({ description: 'of this account alone' })) },
  args: ['account'],
  output: rows({
    id: whole(),
    time: time(),
    ...OWNER,
    kind: text(),
    points: signed(),
    balance: whole(),
    left: nullable(whole()),
    expires: nullable(text()),
    reference: nullable(text()),
    by: text(),
    note: text(),
    of_grant: nullable(whole()),
  }),
  async run({ accounts, cursor }, { account }) {
    const store = await accounts();
    // An unknown account is refused before the first page.
    if (account !== undefined) await store.findAccount(account);
    return pages(store, account, cursor);
  },
  text: (all) => table(all.map(({ account_id: _id, external_id: _externalId, ...row }) => row)),
  empty: () => 'No points were granted yet; "mdq points grant ACCOUNT N" does it',
});

async function* pages(store: Accounts, account: string | undefined, cursor: string | undefined) {
  let after = cursor;
  do {
    const { grants, next } = await store.grantsPage(account, after);
    yield { rows: grants.map(fieldsOf), next };
    after = next;
  } while (after !== undefined);
}

function fieldsOf({ number, at, kind, points, balance, left, expires, ...rest }: Grant) {
  const { reference, by, note, ofGrant, ...owner } = rest;
  return {
    ...{ id: number, time: at, ...ownerFields(owner), kind, points, balance, left },
    expires: expires === null ? null : formatDay(expires),
    ...{ reference, by, note, of_grant: ofGrant },
  };
}
