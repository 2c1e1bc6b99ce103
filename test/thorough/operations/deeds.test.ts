/** What was done is never told as failed, and never done twice, where the accounts cannot keep how it ended. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, beforeEach, describe, test } from 'node:test';
import { atEnd } from '../../support/at-end.ts';
import { cleanEnvironment, run } from '../../support/command.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { writeCsv } from '../../support/order-files.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { ENGINES_OVER_HTTP } from '../../support/stores/accounts-engines.ts';
import { serverFor } from '../../support/stores/data-folder.ts';
import { queryOn } from '../../support/stores/postgres.ts';
import { order } from '../../support/stores/prepare.ts';

/** Changes that the store does not take. */
const BEGINNINGS = { table: 'log', change: 'INSERT', when: "NEW.outcome = 'begun'" };
const ENDS = { table: 'log', change: 'INSERT', when: "NEW.outcome = 'ended'" };
const ANSWERS = { table: 'kept_answer', change: 'INSERT', when: "NEW.answer <> ''" };
const RELEASES = { table: 'kept_answer', change: 'DELETE', when: "OLD.answer = ''" };

for (const engine of ENGINES_OVER_HTTP) {
  describe(`with accounts in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: NodeJS.ProcessEnv;
    let server: ServerProcess;
    let token: string;
    let imports = 0;
    let logBefore: number;

    before(async () => {
      env = cleanEnvironment({ ...(await engine.create()), PORT: '0', MDQ_ADMIN_PORT: '0' });
      token = JSON.parse(await mdq('operator', 'create', 'anna', '--role', 'admin', '--json')).token;
      await mdq('webhook', 'add', 'https://hooks.example/');
      await importOrder();
      server = await serverFor({ after: atEnd }, env);
    });
    beforeEach(async () => {
      logBefore = (await log()).length;
    });

    async function mdq(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run(env, args);
      assert.equal(code, 0, stderr);
      return stdout;
    }

    async function orderFile(): Promise<string> {
      imports += 1;
      return writeCsv(join(String(env.DATA_DIR), `${imports}.csv`), [order(`${imports}`)]);
    }

    const importOrder = async () => mdq('import', await orderFile());
    const version = async () => JSON.parse(await mdq('status', '--json')).version;
    const listed = async (...command: string[]) =>
      jsonLines<Record<string, unknown>>(await mdq(...command, '--json'));
    const log = async () => (await listed('log')).map(({ operation, outcome }) => `${operation} ${outcome}`);
    const told = async () =>
      (await listed('webhook', 'deliveries')).map(({ event, type }) => `${type} ${event}`);
    const newInLog = async () => (await log()).slice(logBefore);

    async function ask(path: string, key: string) {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key.replaceAll(' ', '-') };
      const response = await fetch(server.adminUrl + path, { method: 'POST', headers });
      const body = (await response.json()) as {
        data: Record<string, unknown>;
        msg: string;
        notes?: readonly string[];
      };
      return { status: response.status, ...body };
    }

    /** Does something while the store refuses such changes. */
    async function without<T>(faults: readonly (typeof ENDS)[], work: () => Promise<T>): Promise<T> {
      const url = env.ACCOUNTS_URL;
      const execute = async (sql: string) => {
        if (url !== undefined) return void (await queryOn(url, sql));
        using db = new DatabaseSync(join(String(env.DATA_DIR), 'accounts.sqlite'), { timeout: 5000 });
        db.exec(sql);
      };
      for (const [i, { table, change, when }] of faults.entries())
        await execute(
          url === undefined
            ? `CREATE TRIGGER fault${i} BEFORE ${change} ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'no room'); END`
            : `CREATE FUNCTION fault${i}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$;
               CREATE TRIGGER fault BEFORE ${change} ON mdq.${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION fault${i}()`,
        );
      try {
        return await work();
      } finally {
        for (const i of faults.keys())
          await execute(url === undefined ? `DROP TRIGGER fault${i}` : `DROP FUNCTION fault${i} CASCADE`);
      }
    }

    test('an import whose end cannot be told has come in, and nobody hears that it failed', async () => {
      const was = await version();
      const file = await orderFile();
      const { code, stderr } = await without([ENDS], () => run(env, ['import', file]));
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^It is done, but not told in the log of changes: /m);
      assert.equal(await version(), was + 1);
      assert.deepEqual(await newInLog(), ['import begun']);
      assert.ok(!(await told()).some((each) => each.startsWith('import.failed')));
      assert.ok(!existsSync(join(String(env.DATA_DIR), 'import-failed.json')));
      // The same again changes nothing, and makes up for what others were not told.
      await mdq('import', file);
      assert.ok((await told()).includes(`data.published evt_data_version_${was + 1}`));
    });

    for (const fault of [ENDS, ANSWERS]) {
      test(`an operation without its row in ${fault.table} is answered, and not done again with its key`, async () => {
        await importOrder();
        logBefore += 2;
        const key = `undo without ${fault.table}`;
        const { status, data, msg, notes } = await without([fault], () => ask('/imports/undo', key));
        assert.equal(status, 200, msg);
        assert.match(String(notes), /^It is done, but not told in the log of changes: /);
        assert.equal(data.takenBackOrders, 1);
        // The end is in the log with the answer to keep, or neither is there.
        assert.deepEqual(await newInLog(), ['imports undo begun']);
        await importOrder();
        const was = await version();
        const again = await ask('/imports/undo', key);
        assert.deepEqual([again.status, await version()], [409, was]);
      });
    }

    test('an operation that ended is answered again', async () => {
      const first = await ask('/refresh', 'refresh');
      assert.equal(first.status, 200);
      const again = await ask('/refresh', 'refresh');
      assert.deepEqual([again.status, again.data], [200, { ...first.data, repeated: true }]);
      assert.deepEqual([first.notes, again.notes], [undefined, undefined]);
      assert.deepEqual(await newInLog(), ['refresh begun', 'refresh ended']);
    });

    test('an operation that failed may be asked for again with its key once that is free, and has failed not before', async () => {
      await ask('/imports/undo', 'the newest');
      const [failed, again] = [await ask('/imports/undo', 'none'), await ask('/imports/undo', 'none')];
      assert.equal(failed.status, 400, failed.msg);
      assert.deepEqual(again, failed);
      logBefore = (await log()).length;
      const held = await without([RELEASES], () => ask('/imports/undo', 'held'));
      assert.equal(held.status, 400, held.msg);
      assert.deepEqual(await newInLog(), ['imports undo begun']);
      assert.equal((await ask('/imports/undo', 'held')).status, 409);
    });

    test('an operation that could not begin leaves its key free, though nothing more can be written', async () => {
      const was = await version();
      const { status } = await without([BEGINNINGS, RELEASES], () => ask('/refresh', 'late'));
      assert.deepEqual([status >= 500, await version(), await newInLog()], [true, was, []]);
      const { data, msg } = await ask('/refresh', 'late');
      assert.equal(data?.version, was + 1, msg);
    });
  });
}
