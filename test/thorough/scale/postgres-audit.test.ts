/** Whoever changes the ledger in PostgreSQL past the program is found out; what no longer counts is forgotten. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Accounts } from '../../../src/accounts/open.ts';
import { Connections } from '../../../src/accounts/postgres/database/connections.ts';
import { Housekeeping } from '../../../src/accounts/postgres/housekeeping.ts';
import { readPostgresAddress } from '../../../src/settings/postgres-address.ts';
import { call, open } from '../../support/stores/accounts-engines.ts';
import { createDatabase, noDatabase, queryOn } from '../../support/stores/postgres.ts';

const HOUR_MS = 3_600_000;

/** What is done to the store, and what the audit says of it. */
const CHANGES: [what: string, sql: string, says: RegExp][] = [
  [
    'the time of a charge',
    'UPDATE mdq.charge SET at = at + 1 WHERE number = 2',
    /entry 2 of account acme.*was modified/,
  ],
  [
    'what was asked',
    `UPDATE mdq.charge SET parameters = 'category=B' WHERE number = 2`,
    /entry 2 of account acme.*was modified/,
  ],
  [
    'the points of a charge and its total',
    'UPDATE mdq.charge SET points = 1 WHERE number = 2; UPDATE mdq.usage SET points = points - 9',
    /entry 2 of account acme, 1 points.*was modified/,
  ],
  [
    'a charge that is removed',
    'DELETE FROM mdq.charge WHERE number = 2',
    /usage counts 2 calls, but 1 were charged/,
  ],
  [
    'a charge that is removed with its total',
    'DELETE FROM mdq.charge WHERE number = 2; UPDATE mdq.usage SET calls = calls - 1, points = points - 10',
    /the balance is 70, but its grants minus its charges are 80/,
  ],
  [
    'a total',
    'UPDATE mdq.usage SET calls = calls + 1',
    /usage says calls 3, points 30; the charges say calls 2, points 30/,
  ],
  ['who gave points', `UPDATE mdq.points_change SET done_by = 'me'`, /a grant to account acme, was modified/],
  ['a balance', 'UPDATE mdq.account SET balance = 7000', /the balance is 7000, but .* are 70/],
  ['whose total it is', 'UPDATE mdq.usage SET key = 99', /is not of an account, a key of it and a path/],
];

describe('the ledger in PostgreSQL', { skip: noDatabase ?? false }, () => {
  let url: string;
  let accounts: Accounts;
  before(async () => {
    url = await createDatabase();
    accounts = await open({ ACCOUNTS_URL: url });
    await accounts.createAccount('acme', { points: 100, by: 'a test', note: '' });
    await accounts.createKey('acme', { hash: 'acme', last4: 'last', name: '' });
    await accounts.settle([call('acme', 10, { parameters: 'category=A' }), call('acme', 20)]);
    await queryOn(
      url,
      `CREATE TABLE kept_charge AS SELECT * FROM mdq.charge; CREATE TABLE kept_usage AS SELECT * FROM mdq.usage;
       CREATE TABLE kept_change AS SELECT * FROM mdq.points_change`,
    );
  });

  test('an audit finds whatever is changed', async () => {
    for (const [what, sql, says] of CHANGES) {
      assert.deepEqual((await accounts.audit()).problems, []);
      await queryOn(url, sql);
      assert.match((await accounts.audit()).problems.join('\n'), says, what);
      await queryOn(
        url,
        `DELETE FROM mdq.charge; INSERT INTO mdq.charge SELECT * FROM kept_charge;
         DELETE FROM mdq.usage; INSERT INTO mdq.usage SELECT * FROM kept_usage;
         DELETE FROM mdq.points_change; INSERT INTO mdq.points_change SELECT * FROM kept_change;
         UPDATE mdq.account SET balance = 70`,
      );
    }
  });

  test('names of calls are forgotten after their hour, and batches when nobody asks after them any more', async () => {
    const named = (key: string) => call('acme', 1, { idempotency: { key, fingerprint: 'x' } });
    await accounts.settle([named('old'), named('new')]);
    await queryOn(url, `UPDATE mdq.idempotency SET at = at - ${HOUR_MS + 60_000} WHERE key = 'old'`);
    await queryOn(url, `UPDATE mdq.batch SET at = at - ${2 * HOUR_MS}`);
    await accounts.settle([call('acme', 1)]);
    const connections = new Connections(readPostgresAddress('ACCOUNTS_URL', url));
    await new Housekeeping(connections).forget();
    await connections.close();
    assert.deepEqual(await queryOn(url, 'SELECT key FROM mdq.idempotency'), [{ key: 'new' }]);
    assert.equal((await queryOn(url, 'SELECT FROM mdq.batch')).length, 1);
  });
});
