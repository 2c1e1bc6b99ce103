/** An audit finds whatever was done to one row of the books, and names it. */
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { makeCharges } from '../../bench/support/charges.ts';
import type { AuditReport } from '../../src/accounts/ledger.ts';
import { openAccounts } from '../../src/accounts/open.ts';
import { readConfig } from '../../src/settings/config.ts';
import { sameDay } from '../support/same-day.ts';
import { type DataFolder, openDataFolder } from '../support/stores/data-folder.ts';

const ROWS = 4000;
const DAYS = 40;
const BOOKS = 'accounts.sqlite';

/** The books of two accounts with two keys each, and the same books without the single calls of the first half. */
let whole: DataFolder;
let pruned: DataFolder;

before(async () => {
  await sameDay();
  [whole, pruned] = await Promise.all([openDataFolder(), openDataFolder()]);
  await makeBooks(whole);
  await copyFile(join(whole.path, BOOKS), join(pruned.path, BOOKS));
  await pruned.succeed('usage', '--prune', daysAgo(DAYS / 2));
});
after(() => Promise.all([whole.remove(), pruned.remove()]));

async function makeBooks(data: DataFolder): Promise<void> {
  const keys: string[] = [];
  for (const account of ['acme', 'beta']) {
    await data.succeed('account', 'create', account, '--points', '500000');
    for (let i = 0; i < 2; i += 1) {
      keys.push(JSON.parse(await data.succeed('key', 'create', account, '--json')).key);
    }
  }
  await data.succeed('points', 'grant', 'acme', '500', '--note', 'invoice 7');
  await makeCharges({ dataDir: data.path, keys, rows: ROWS, days: DAYS });
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Does something to a copy of the books, past the program, and audits it. */
async function auditAfter(data: DataFolder, tamper: (db: DatabaseSync) => void): Promise<AuditReport> {
  const folder = await mkdtemp(join(tmpdir(), 'mdq-books-'));
  try {
    await copyFile(join(data.path, BOOKS), join(folder, BOOKS));
    const db = new DatabaseSync(join(folder, BOOKS), { enableForeignKeyConstraints: false });
    tamper(db);
    db.close();
    const accounts = await openAccounts(readConfig({ DATA_DIR: folder }));
    try {
      return await accounts.audit();
    } finally {
      await accounts.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Statements that each change one row: the one that `row` tells of, and what a report has to name then. */
interface Tampering {
  readonly row: string;
  readonly names: RegExp | ((row: Record<string, unknown>) => RegExp);
  readonly by: Readonly<Record<string, string>>;
}

const asWritten = ({ id }: Record<string, unknown>) =>
  new RegExp(`^entry ${id}\\b.* was modified \\(checksum mismatch\\)`);
const neither = ({ id }: Record<string, unknown>) =>
  new RegExp(`^entry ${id} of account acme is neither a charge nor a grant`);
const missing = ({ id }: Record<string, unknown>) => new RegExp(`^entry ${id} is missing`);
/** Usage is told by account, day, key and path. */
const usageOf = ({ day, key, path }: Record<string, unknown>) =>
  new RegExp(`^account acme on ${day}, ${key}, ${path}: usage says .*; the charges say `);
const inUsage = `JOIN key ON key.id = u.key JOIN path ON path.id = u.path WHERE u.account = 1`;
const charge = (order: string) => `
  SELECT u.id, date(u.day * 86400, 'unixepoch') AS day, public_id AS key, path.path FROM entry AS u ${inUsage}
  ORDER BY u.id ${order} LIMIT 1 OFFSET 100`;
const usageRow = (table: string) => `
  SELECT u.day AS number, u.key AS key_number, u.path AS path_number, date(u.day * 86400, 'unixepoch') AS day,
         public_id AS key, path.path FROM ${table} AS u ${inUsage} LIMIT 1 OFFSET 50`;
const thisUsage = 'WHERE account = 1 AND day = :number AND key = :key_number AND path = :path_number';

const COPY = 'account, at, change, balance, key, path, request_id, stamp';

const ON_ENTRIES: readonly Tampering[] = [
  {
    row: charge('DESC'),
    names: asWritten,
    by: {
      'more points': 'UPDATE entry SET change = change - 1 WHERE id = :id',
      'fewer points, and a balance to match':
        'UPDATE entry SET change = change + 5, balance = balance + 5 WHERE id = :id',
      'a grant instead of a charge': 'UPDATE entry SET change = -change WHERE id = :id',
      'more points than can be counted': 'UPDATE entry SET change = -9223372036854775807 WHERE id = :id',
      'another balance': 'UPDATE entry SET balance = balance + 1000 WHERE id = :id',
      'another key of the account': 'UPDATE entry SET key = 3 - key WHERE id = :id',
      'a key of another account': 'UPDATE entry SET key = 3 WHERE id = :id',
      'no key': 'UPDATE entry SET key = NULL WHERE id = :id',
      'another path': 'UPDATE entry SET path = path % 14 + 1 WHERE id = :id',
      'no path': 'UPDATE entry SET path = NULL WHERE id = :id',
      'a millisecond later': 'UPDATE entry SET at = at + 1 WHERE id = :id',
      'an hour earlier': 'UPDATE entry SET at = at - 3600000 WHERE id = :id',
      'another day': 'UPDATE entry SET stamp = stamp + 1048576 WHERE id = :id',
      'another check number': 'UPDATE entry SET stamp = stamp - 1 WHERE id = :id',
      'another account': 'UPDATE entry SET account = 2 WHERE id = :id',
      'other parameters': "UPDATE entry SET parameters = 'category=Home' WHERE id = :id",
    },
  },
  {
    row: charge('DESC'),
    names: usageOf,
    by: {
      'another key of the account': 'UPDATE entry SET key = 3 - key WHERE id = :id',
      'another path': 'UPDATE entry SET path = path % 14 + 1 WHERE id = :id',
      removed: 'DELETE FROM entry WHERE id = :id',
      'written twice': `INSERT INTO entry (${COPY}) SELECT ${COPY} FROM entry WHERE id = :id`,
    },
  },
  {
    row: charge('DESC'),
    names: neither,
    by: { 'no stamp': 'UPDATE entry SET stamp = NULL WHERE id = :id' },
  },
  { row: charge('DESC'), names: missing, by: { removed: 'DELETE FROM entry WHERE id = :id' } },
  {
    row: charge('DESC').replace('OFFSET 100', ''),
    names: usageOf,
    by: { 'removed at the end': 'DELETE FROM entry WHERE id = :id' },
  },
  {
    row: 'SELECT max(id) + 1 AS id FROM entry',
    names: asWritten,
    by: {
      invented: `INSERT INTO entry (${COPY}) SELECT account, at + 1, -1, balance - 1, key, path, 'x', stamp FROM entry
                 WHERE id = :id - 1`,
    },
  },
  {
    row: 'SELECT max(id) + 1 AS id FROM entry',
    names: neither,
    by: {
      'a grant by nobody': 'INSERT INTO entry (account, at, change, balance) VALUES (1, 0, 0 * :id + 7, 7)',
    },
  },
  {
    row: 'SELECT 1 AS id',
    names: /^account acme: the balance is/,
    by: {
      'a larger balance': 'UPDATE account SET balance = balance + 1 WHERE id = :id',
      'a smaller balance': 'UPDATE account SET balance = 0 WHERE id = :id',
      'a balance below 0':
        'PRAGMA ignore_check_constraints = ON; UPDATE account SET balance = -1 WHERE id = 1',
    },
  },
  {
    row: 'SELECT 1 AS id',
    names: /^usage of account 1 on /,
    by: { 'removed account': 'DELETE FROM account WHERE id = :id' },
  },
  {
    row: 'SELECT 1 AS id',
    names: /^usage of account acme on /,
    by: {
      'a key given to another account': 'UPDATE key SET account = 2 WHERE id = :id',
      'removed key': 'DELETE FROM key WHERE id = :id',
      'removed path': 'DELETE FROM path WHERE id = :id',
    },
  },
  {
    row: "SELECT entry AS id FROM grant WHERE note = 'invoice 7'",
    names: asWritten,
    by: {
      'a larger grant': 'UPDATE entry SET change = change + 1 WHERE id = :id',
      'another balance after a grant': 'UPDATE entry SET balance = balance + 1 WHERE id = :id',
      'another time of a grant': 'UPDATE entry SET at = at - 1000 WHERE id = :id',
      'a grant to another account': 'UPDATE entry SET account = 2 WHERE id = :id',
      'granted by another': "UPDATE grant SET granted_by = 'mallory' WHERE entry = :id",
      'another note': "UPDATE grant SET note = 'invoice 8' WHERE entry = :id",
      'another seal': 'UPDATE grant SET seal = seal + 1 WHERE entry = :id',
      'a grant without its entry': 'DELETE FROM entry WHERE id = :id',
    },
  },
  {
    row: "SELECT entry AS id FROM grant WHERE note = 'invoice 7'",
    names: neither,
    by: { 'a grant that nobody gave': 'DELETE FROM grant WHERE entry = :id' },
  },
];

const onTotals = (table: string): Tampering => ({
  row: usageRow(table),
  names: usageOf,
  by: {
    [`a call more in ${table}`]: `UPDATE ${table} SET calls = calls + 1 ${thisUsage}`,
    [`a point less in ${table}`]: `UPDATE ${table} SET points = points - 1 ${thisUsage}`,
    [`another day in ${table}`]: `UPDATE ${table} SET day = day + 400 ${thisUsage}`,
    [`another key in ${table}`]: `UPDATE ${table} SET key = 3 - key, day = day + 400 ${thisUsage}`,
    [`another path in ${table}`]: `UPDATE ${table} SET path = path + 1, day = day - 400 ${thisUsage}`,
    [`another account in ${table}`]: `UPDATE ${table} SET account = 2 ${thisUsage}`,
    [`removed from ${table}`]: `DELETE FROM ${table} ${thisUsage}`,
  },
});

async function assertNamed(data: DataFolder, { row, names, by }: Tampering): Promise<void> {
  for (const [what, sql] of Object.entries(by)) {
    let expected = /^$/;
    const { problems } = await auditAfter(data, (db) => {
      const found = db.prepare(row).get() ?? assert.fail(`no row for "${what}"`);
      expected = typeof names === 'function' ? names(found) : names;
      if (sql.startsWith('PRAGMA')) return db.exec(sql);
      const statement = db.prepare(sql);
      statement.setAllowUnknownNamedParameters(true);
      assert.equal(statement.run(found as Record<string, string>).changes, 1, what);
    });
    assert.ok(
      problems.some((problem) => expected.test(problem)),
      `${what}: no ${expected} in\n${problems.join('\n')}`,
    );
  }
}

test('books that nobody touched add up, pruned or not', async () => {
  const { problems, ...counts } = await auditAfter(whole, () => {});
  assert.deepEqual(problems, []);
  const { problems: none, ...after } = await auditAfter(pruned, () => {});
  assert.deepEqual(none, []);
  assert.deepEqual([counts.calls, counts.pruned, counts.granted], [ROWS, 0, 1_000_500]);
  assert.deepEqual(after, { ...counts, pruned: ROWS / 2 });
});

for (const [name, books] of [
  ['books', () => whole],
  ['books that were pruned', () => pruned],
] as const) {
  test(`${name}: whatever is done to a charge, a grant or an account is found and named`, async () => {
    for (const tampering of ON_ENTRIES) await assertNamed(books(), tampering);
  });
  test(`${name}: whatever is done to a total is found and named`, async () => {
    await assertNamed(books(), onTotals('usage'));
  });
}

test('whatever is done to the totals of pruned calls is found and named', async () => {
  await assertNamed(pruned, onTotals('pruned'));
});

test('totals that were changed together, so that their sums stay, are found', async () => {
  const { problems } = await auditAfter(whole, (db) => {
    for (const [offset, points] of [
      [10, 7],
      [20, -7],
    ]) {
      db.exec(`UPDATE usage SET points = points + ${points} WHERE (day, key, path) =
                 (SELECT day, key, path FROM usage WHERE account = 1 LIMIT 1 OFFSET ${offset}) AND account = 1`);
    }
  });
  assert.equal(problems.filter((problem) => problem.startsWith('account acme on ')).length, 2);
});

test('unpaired surrogates that a store replaced are no modification, and do not keep it from being pruned', async () => {
  const old = await openDataFolder();
  try {
    await old.succeed('account', 'create', 'acme', '--points', '10');
    const accounts = await openAccounts(readConfig({ DATA_DIR: old.path }));
    await accounts.grant('acme', { points: 1, by: 'a test', note: 'cut \ud83d' });
    assert.deepEqual((await accounts.audit()).problems, []);
    await accounts.close();
    // Older programs sealed the text as it was sent.
    const db = new DatabaseSync(join(old.path, BOOKS));
    db.exec('UPDATE grant SET seal = seal + 1 WHERE entry = 2');
    db.close();
    await old.succeed('audit');
    await old.succeed('usage', '--prune', daysAgo(1));
  } finally {
    await old.remove();
  }
});

test('mdq audit prints what is wrong and exits with 1', async () => {
  const broken = await openDataFolder();
  try {
    await broken.succeed('account', 'create', 'acme', '--points', '10');
    const db = new DatabaseSync(join(broken.path, BOOKS));
    db.exec('UPDATE account SET balance = 11');
    db.close();
    const { code, stdout } = await broken.mdq('audit');
    assert.equal(code, 1);
    assert.match(stdout, /does not add up[\s\S]*account acme: the balance is 11, .* 10$/m);
    const { ok, problems } = JSON.parse((await broken.mdq('audit', '--json')).stdout);
    assert.deepEqual([ok, problems.length], [false, 2]);
  } finally {
    await broken.remove();
  }
});

test('what is wrong throughout is told by its first rows', async () => {
  const { problems } = await auditAfter(whole, (db) =>
    db.exec('UPDATE entry SET at = at + 1 WHERE change < 0'),
  );
  assert.equal(problems.length, 20);
});

test('accounts of a version before the first release are refused in one line', async () => {
  const old = await openDataFolder();
  try {
    const db = new DatabaseSync(join(old.path, BOOKS));
    db.exec('CREATE TABLE account (id INTEGER PRIMARY KEY); PRAGMA user_version = 1');
    db.close();
    const { code, stderr } = await old.mdq('account', 'list');
    assert.equal(code, 1);
    assert.match(stderr, /^mdq: .*before its first release; move it away.*\n$/);
  } finally {
    await old.remove();
  }
});
