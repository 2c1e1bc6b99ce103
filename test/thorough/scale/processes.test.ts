/** Several processes serve on one port as one service: they charge one ledger, speak for each other, and are replaced. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atEnd } from '../../support/at-end.ts';
import { readMetrics } from '../../support/http/metrics.ts';
import { ask as askRaw } from '../../support/http/raw-http.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { ENGINES } from '../../support/stores/accounts-engines.ts';
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  runShortly,
  serverFor,
} from '../../support/stores/data-folder.ts';
import { auditProblems, createAccount, importRows } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { yearOfOrders } from '../../support/year-of-orders.ts';

const PATH = '/api/public/meta/categories';

/** Asks many times on one connection; gives all that comes back. */
function pipeline(url: string, path: string, times: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
  // Half closed: everything asked is answered, and then it ends.
  socket.end();
  return text(socket);
}

const countOf = (received: string, part: string) => received.split(part).length - 1;

for (const engine of ENGINES) {
  describe(`mdq serve --processes 2, accounts in ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let data: DataFolder;
    let server: ServerProcess;
    let key: string;
    before(async () => {
      const settings = { MDQ_METRICS_PORT: '0', MDQ_DRAIN_SECONDS: '600' };
      data = await dataFolderFor({ after: atEnd }, { ...(await engine.create()), ...settings });
      await importRows(data, yearOfOrders());
      ({ key } = await createAccount(data.env, 'acme', 1_000_000));
      server = await serverFor({ after: atEnd }, data.env, ['--processes', '2']);
    });

    const workers = async () => {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(server.child.pid)]);
      return stdout.trim().split('\n').map(Number);
    };
    /** A call over a connection of its own, so that any of the processes may get it. */
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(server.url + path, { headers: { ...headers, connection: 'close' } });
    const metric = async (name: string) => (await readMetrics(server.metricsUrl)).sum(name);

    test('calls are charged once, whoever answers them, and counted as one service', async () => {
      const calls = 60;
      const balances = await Promise.all(
        Array.from({ length: calls }, async () => {
          const response = await ask(PATH, { 'x-api-key': key });
          assert.equal(response.status, 200);
          return Number(response.headers.get('x-points-balance'));
        }),
      );
      assert.equal(new Set(balances).size, calls);
      assert.equal(Math.min(...balances), 1_000_000 - calls);
      // One that is busy is left out of what is told for all.
      await until('all are counted', async () => (await metric('mdq_points_charged_total')) === calls);
      await until('all are ready', async () => (await metric('mdq_ready')) === 1);
      const elsewhere = await askRaw(server.metricsUrl, { headers: { host: 'evil.example' } });
      assert.equal(elsewhere.status, 421);
      assert.deepEqual(await auditProblems(data.env), []);
    });

    test('thousands who ask for /readyz at once are all told the truth, and nothing is logged', async () => {
      const logged = server.log();
      await until('all are told that it is ready', async () => {
        const answers = await Promise.all(
          Array.from({ length: 500 }, () => pipeline(server.url, '/readyz', 8)),
        );
        const received = answers.join('');
        // On a machine that is behind, a process may truly not answer for a moment.
        const late = countOf(received, 'a process does not answer');
        assert.equal(countOf(received, 'HTTP/1.1 200 ') + late, 4000);
        return late === 0;
      });
      assert.equal(server.log(), logged);
    });

    test('one that is killed is started again; until then, /readyz of every other says so', async () => {
      const [first = 0, second = 0] = await workers();
      // Stopped, it neither answers nor ends: the other must say that of it.
      process.kill(first, 'SIGSTOP');
      const away = new AbortController();
      const options = { headers: { connection: 'close' }, signal: away.signal };
      const told: { status: number; body: unknown }[] = [];
      const look = async () => {
        const answer = await fetch(`${server.url}/readyz`, options);
        told.push({ status: answer.status, body: await answer.json() });
      };
      // Those that the stopped one gets are never answered: after a while, others are asked as well.
      await until('the other says so', async () => {
        const looks = Array.from({ length: 8 }, () => look().catch(() => undefined));
        await Promise.race([...looks, sleep(3000)]);
        // For two seconds it may only be late.
        return told.some(({ status }) => status === 503);
      });
      away.abort();
      process.kill(first, 'SIGKILL');
      const silent = { status: 'not ready', reasons: ['a process does not answer'] };
      for (const { body } of told.filter(({ status }) => status === 503)) assert.deepEqual(body, silent);
      await until('there is another in its place', async () => {
        const now = await workers();
        return now.length === 2 && now.includes(second) && !now.includes(first);
      });
      await until('both are ready', async () => (await ask('/readyz')).status === 200);
      await until('the log says so', () => server.log().includes('a process has ended; another is started'));
      assert.equal((await ask(PATH, { 'x-api-key': key })).status, 200);
    });

    test('a port that is taken is told in one line', async () => {
      const env = { ...data.env, PORT: new URL(server.url).port };
      assertMistake(await runShortly(env, ['serve', '--processes', '2']), /Port \d+ on 127.0.0.1 is in use/);
      assertMistake(await runShortly(env, ['serve', '--processes', 'many']), /whole number of 1 or more/);
    });

    test('told to stop, they say so and answer on; told again, they end together, with the calls in flight answered', async () => {
      const pids = await workers();
      let told: unknown[] = [];
      server.child.kill('SIGTERM');
      await until('it is not ready', async () => (await ask('/readyz')).status === 503);
      // Each was told, and does not have to ask: not even a supervisor that is stuck keeps it from saying so.
      server.child.kill('SIGSTOP');
      try {
        const asked = Array.from({ length: 16 }, () =>
          ask('/readyz')
            .then((answer) => answer.json())
            .catch(() => 'no answer'),
        );
        told = await Promise.all(asked);
      } finally {
        server.child.kill('SIGCONT');
      }
      for (const each of told) assert.deepEqual(each, { status: 'not ready', reasons: ['stopping'] });
      const last = Array.from({ length: 20 }, () => ask(PATH, { 'x-api-key': key }).catch(() => undefined));
      const answered = (await Promise.all(last)).filter((response) => response?.status === 200);
      assert.equal(answered.length, last.length);
      assert.equal(await server.end('SIGTERM'), 0);
      for (const pid of pids) assert.throws(() => process.kill(pid, 0));
      assert.deepEqual(await auditProblems(data.env), []);
    });
  });
}
