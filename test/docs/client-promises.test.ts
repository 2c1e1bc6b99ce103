/** What both clients promise: one list, kept by the TypeScript client and by the Python client. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  createMarketDataClient,
  type MarketDataClient,
  MarketDataError,
  SANDBOX_KEY,
} from '../../client/client.js';
import { ERRORS, type ErrorName } from '../../src/errors/callers.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { cleanEnvironment } from '../support/command.ts';
import { listen, losingProxy, type ProxyPage } from '../support/http/own-server.ts';
import { WORST_CASE_ENV, worstCaseRows } from '../support/reference/worst-case.ts';
import { startService } from '../support/service.ts';
import { startOnYear } from '../support/year-of-orders.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOCUS = '/api/public/market/focus';
const CATEGORIES = '/api/public/meta/categories';
const SUBS = '/api/public/market/sub-ranking';
const YEAR = { start: '2024-01-01', end: '2024-12-29' };

const service = await startOnYear();
after(() => service.stop());

interface Options {
  readonly baseUrl?: string;
  readonly key: string;
  readonly maxPoints?: number;
  readonly strict?: boolean;
  readonly budget?: number;
  readonly retries?: number;
  /** In milliseconds, for a call with its retries. */
  readonly timeout?: number;
}
type Call = Pick<Options, 'maxPoints' | 'strict'> & {
  readonly idempotencyKey?: string;
  readonly run?: string;
};
type Query = Readonly<Record<string, string | null>>;

/** An answer of a client with its receipt. */
type Made = Pick<Answer, 'data' | 'fallback' | 'ignored' | 'daysOutside' | 'isSandbox' | 'isUnchanged'> &
  Pick<Answer['receipt'], 'isReplayed' | 'requestId'> & {
    readonly charged: number;
    readonly compared?: Answer['compared'] | null;
    readonly suppressed?: number | null;
    readonly query?: Query;
  };
type Answer = Awaited<ReturnType<MarketDataClient['get']>>;
interface Thrown {
  readonly status: number;
  readonly code: string | null;
  readonly kind: string;
  readonly msg: string;
  readonly data: Record<string, unknown> | null;
  readonly idempotencyKey: string;
}
/** `refused` is what a client says of a mistake that it can see by itself. */
type Done<T> = { readonly value?: T; readonly error?: Thrown; readonly refused?: string };

/** A client, whatever language it is in. */
interface Client {
  call<T = Made>(what: string, path?: string, query?: unknown, call?: Call): Promise<Done<T>>;
}
type Open = (options: Options) => Client;

const CLIENTS: Readonly<Record<string, Open>> = { TypeScript: openTypeScript, Python: openPython };

function openTypeScript(options: Options): Client {
  let made: MarketDataClient | undefined;
  const told = (answer: Answer) => {
    const { charged, isReplayed, requestId } = answer.receipt;
    return { ...answer, charged, isReplayed, requestId };
  };
  const run = async (what: string, path: string, query: unknown, call: Call): Promise<unknown> => {
    made ??= createMarketDataClient({ baseUrl: service.url, ...options });
    const client = made;
    if (what === 'left') return client.left ?? null;
    if (what === 'call') return told((await client.call(path)) as unknown as Answer);
    if (what === 'together') {
      const charged = (each: Query) =>
        client.get(FOCUS, each as never).then(
          ({ receipt }) => receipt.charged,
          () => 0,
        );
      return Promise.all((query as Query[]).map(charged));
    }
    if (what === 'each') {
      const all: unknown[] = [];
      for await (const made of client.each(FOCUS, query as never[], call))
        all.push({ ...told(made), query: made.query });
      return all;
    }
    if (what === 'again') {
      const previous = await client.get(path as typeof FOCUS, query as never, call);
      return [
        told(previous),
        told(await client.get(path as typeof FOCUS, query as never, { ...call, previous })),
      ];
    }
    const asked = client[what as 'get'](path as typeof FOCUS, query as never, call);
    return told(await asked);
  };
  return {
    async call<T>(what: string, path = '', query: unknown = {}, call: Call = {}): Promise<Done<T>> {
      try {
        return { value: (await run(what, path, query, call)) as T };
      } catch (error) {
        if (error instanceof TypeError || error instanceof RangeError) return { refused: error.message };
        assert.ok(error instanceof MarketDataError, String(error));
        const { status, code = null, kind, message: msg, data = null, idempotencyKey = '' } = error;
        return { error: { status, code, kind, msg, data, idempotencyKey } };
      }
    },
  };
}

let python: ReturnType<typeof startPython> | undefined;
after(() => python?.end());
let opened = 0;

/** All Python clients are in one process: to start it costs more than what most of them do. */
function startPython() {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    'python3',
    ['-W', 'error', join(root, 'test/support/python-client.py')],
    { env: cleanEnvironment({ PYTHONPATH: join(root, 'client') }), stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line: readonly unknown[]): Promise<unknown> {
      child.stdin.write(`${JSON.stringify(line)}\n`);
      return JSON.parse(String((await lines.next()).value));
    },
    async end(): Promise<void> {
      child.stdin.end();
      assert.deepEqual(await exited, [0, null]);
    },
  };
}

function openPython({ baseUrl = service.url, timeout, ...options }: Options): Client {
  python ??= startPython();
  const { ask } = python;
  opened += 1;
  const limit = timeout && { totalTimeout: timeout / 1000 };
  const client = [opened, inPython({ baseUrl, ...limit, ...options })];
  return {
    call: <T>(what: string, path = '', query: unknown = {}, call: Call = {}) =>
      ask([...client, what, path, query, inPython(call)]) as Promise<Done<T>>,
  };
}

/** `maxPoints` is `max_points` there. */
function inPython(options: object): object {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

const ok = <T>(done: Done<T>): T => done.value ?? assert.fail(JSON.stringify(done));
const thrown = <T>(done: Done<T>): Thrown => done.error ?? assert.fail(JSON.stringify(done));
const refused = <T>(done: Done<T>): string => done.refused ?? assert.fail(JSON.stringify(done));

const losing = (t: TestContext, isLost: Parameters<typeof losingProxy>[2]) => losingProxy(t, service, isLost);

/** An address where nothing listens: no program is given such a low port unless it asks for it. */
const NOBODY = 'http://127.0.0.1:2';

async function newKey(points = 10_000, ...limits: string[]): Promise<string> {
  const { id, key } = await service.createKey(points);
  if (limits.length > 0) await service.succeed('key', 'set', id, ...limits);
  return key;
}

async function balanceOf(key: string): Promise<unknown> {
  const { body } = await service.get('/api/account', { key });
  return (body as { data: { balance: number } }).data.balance;
}

const UNKNOWN = said('chargeUnknown');
const BUSY = said('busy');

/** As the service says it. */
function said(name: ErrorName): ProxyPage {
  const { status, code, msg } = ERRORS[name];
  return { status, headers: { 'x-error-code': code }, body: JSON.stringify({ code: status, msg }) };
}

type Promised = (open: Open, t: TestContext) => Promise<void>;

const PROMISES: Readonly<Record<string, Promised>> = {
  'an answer tells what it is about and what it cost': async (open) => {
    const client = open({ key: await newKey(), strict: false });
    const made = ok(await client.call('get', FOCUS, { category: 'kitchen', foo: '1', start: '2023-12-20' }));
    assert.deepEqual(
      [made.fallback, made.ignored, made.daysOutside, made.isSandbox, made.charged],
      [['category'], ['foo'], 12, false, 225],
    );
  },
  'an answer names the days that it is compared with': async (open) => {
    const client = open({ key: await newKey() });
    const week = { start: '2024-05-06', end: '2024-05-12' };
    const compared = ok(await client.call('get', FOCUS, week)).compared;
    assert.deepEqual(compared, { start: '2024-04-29', end: '2024-05-05' });
    assert.ok(!ok(await client.call('get', FOCUS, { start: '2024-01-01', end: '2024-05-12' })).compared);
  },
  'a quote is a dry run, with every field and strict': async (open) => {
    const client = open({ key: await newKey(), strict: false });
    const { data, charged } = ok(await client.call('quote', FOCUS, { category: 'kitchen', ...YEAR }));
    const { balance, ...told } = data as Record<string, unknown>;
    assert.deepEqual(
      [told, balance, charged],
      [
        {
          ...{
            path: FOCUS,
            points: 225,
            ...YEAR,
            days: 364,
            periods: 5,
            category: 'Garden',
            subCategory: null,
          },
          ...{ fallback: ['category'], ignored: [], days_outside: 0 },
        },
        10_000,
        0,
      ],
    );
    const refused = thrown(await client.call('quote', FOCUS, { category: 'kitchen' }, { strict: true }));
    assert.deepEqual([refused.status, refused.kind, refused.code], [400, 'bad-request', 'unknown_category']);
  },
  'an error says of which kind it is': async (open) => {
    const client = open({ key: await newKey(50) });
    const kinds = async (made: Promise<Done<Made>>) => thrown(await made).kind;
    assert.equal(await kinds(client.call('get', FOCUS, { start: 'soon' })), 'bad-request');
    assert.equal(await kinds(client.call('get', FOCUS, YEAR)), 'not-enough-points');
    assert.equal(await kinds(client.call('get', FOCUS, {}, { maxPoints: 44 })), 'above-max-points');
    assert.equal(await kinds(open({ key: 'mdk_x' }).call('get', FOCUS)), 'invalid-key');
    const few = open({ key: await newKey(50, '--per-day', '44') });
    assert.equal(await kinds(few.call('get', FOCUS)), 'key-limit');
    const other = open({ key: await newKey(50, '--paths', '/api/public/market/payment') });
    assert.equal(await kinds(other.call('get', FOCUS)), 'not-allowed');
    assert.equal(await kinds(open({ key: 'mdk_test_inactive' }).call('get', FOCUS)), 'forbidden');
    const limited = open({ key: 'mdk_test_limit', retries: 0 });
    assert.equal(await kinds(limited.call('get', FOCUS)), 'too-many-requests');
    const unknown = open({ key: 'mdk_test_unknown', retries: 0 });
    assert.equal(await kinds(unknown.call('get', FOCUS)), 'charge-unknown');
    const { kind, data } = thrown(await client.call('get', '/api/market/focus'));
    assert.deepEqual([kind, data], ['not-found', { did_you_mean: FOCUS }]);
  },
  'a call that was given up can be repeated under the key that the error names': async (open, t) => {
    const key = await newKey();
    const client = open({ key, retries: 0, baseUrl: await losing(t, () => true) });
    const { kind, idempotencyKey } = thrown(await client.call('get', FOCUS));
    assert.equal(kind, 'charge-unknown');
    const { charged } = ok(await open({ key }).call('get', FOCUS, {}, { idempotencyKey }));
    assert.equal(charged, 0);
  },
  'all calls together cost no more than the budget': async (open) => {
    const client = open({ key: await newKey(), budget: 300 });
    assert.equal(ok(await client.call('get', FOCUS, YEAR)).charged, 225);
    assert.equal(ok(await client.call<number>('left')), 75);
    const refused = thrown(await client.call('get', FOCUS, YEAR));
    assert.deepEqual([refused.kind, refused.data?.required], ['above-max-points', 225]);
    assert.equal(ok(await client.call('csv', FOCUS)).charged, 45);
    assert.equal(ok(await client.call('quote', FOCUS)).charged, 0);
    assert.equal(ok(await client.call<number>('left')), 30);
    const capped = thrown(await client.call('get', CATEGORIES, {}, { maxPoints: 0 }));
    assert.equal(capped.kind, 'above-max-points');
    assert.equal(ok(await client.call<number>('left')), 30);
  },
  'calls at the same time share the budget': async (open) => {
    const client = open({ key: await newKey(), budget: 100 });
    const charged = ok(await client.call<number[]>('together', FOCUS, Array(5).fill({})));
    assert.deepEqual(charged.toSorted(), [0, 0, 0, 45, 45]);
    assert.equal(ok(await client.call<number>('left')), 10);
  },
  'an address or a key that cannot be sent is named at once': async (open) => {
    const said = async (options: Options) => refused(await open(options).call('left'));
    const addresses = [
      '127.0.0.1:8080',
      'localhost:8080',
      'ftp://localhost',
      'http://',
      'http://me:pw@localhost',
    ];
    for (const baseUrl of [...addresses, 'http://localhost:http'])
      assert.match(
        await said({ key: SANDBOX_KEY, baseUrl }),
        /^base_?[Uu]rl must be an address such as http:\/\/127\.0\.0\.1:8080$/,
        baseUrl,
      );
    for (const key of ['mdk_鑰匙', 'mdk_a\nb'])
      assert.equal(await said({ key }), 'the key must be letters, digits, _ and - only');
  },
  'a number of retries that is none, and a path that is none, are named before anything is sent': async (
    open,
  ) => {
    for (const retries of [-1, 1.5]) {
      const none = open({ key: SANDBOX_KEY, retries });
      assert.equal(refused(await none.call('left')), 'retries must be a whole number, 0 or more');
    }
    const client = open({ key: SANDBOX_KEY, budget: 300 });
    for (const path of ['api/public/market/focus', service.url + FOCUS])
      assert.equal(refused(await client.call('get', path)), `path must begin with /, such as ${FOCUS}`);
  },
  'a path or an address may have spaces and letters of any language': async (open) => {
    const client = open({ key: SANDBOX_KEY, budget: 300 });
    for (const path of ['/api/public/market focus', '/api/public/市場'])
      assert.equal(thrown(await client.call('get', path)).kind, 'not-found');
    assert.equal(ok(await client.call<number>('left')), 300);
    const elsewhere = open({ key: SANDBOX_KEY, baseUrl: `${service.url}/my 市場` });
    assert.equal(thrown(await elsewhere.call('get', FOCUS)).status, 404);
  },
  'a call that reaches no service was not sent, and costs nothing of the budget': async (open, t) => {
    const client = open({ key: SANDBOX_KEY, budget: 300, retries: 1, baseUrl: NOBODY });
    const { status, kind, msg } = thrown(await client.call('get', FOCUS));
    assert.deepEqual([status, kind], [0, 'unavailable']);
    assert.match(msg, /^The service cannot be reached: .*(ECONNREFUSED|refused).*; nothing was sent$/);
    assert.equal(ok(await client.call<number>('left')), 300);
    // The first try may have been charged, before the service went away.
    const baseUrl = await losing(t, (_call, server) => server.close() === server);
    const unlucky = open({ key: await newKey(), budget: 300, retries: 1, baseUrl });
    assert.equal(thrown(await unlucky.call('get', FOCUS, {}, { maxPoints: 100 })).kind, 'charge-unknown');
    assert.equal(ok(await unlucky.call<number>('left')), 200);
  },
  'the budget holds where every first answer is lost, however it is lost': async (open, t) => {
    const html = '<h1>Oh</h1>';
    for (const lost of [true, { status: 502, body: html }, { status: 500, body: html }, UNKNOWN]) {
      const key = await newKey();
      const baseUrl = await losing(t, (call) => call % 2 === 1 && lost);
      const client = open({ key, budget: 45, baseUrl });
      assert.equal(ok(await client.call('get', FOCUS)).isReplayed, true);
      assert.equal(ok(await client.call<number>('left')), 0);
      assert.equal(thrown(await client.call('get', FOCUS)).kind, 'above-max-points');
      assert.equal(await balanceOf(key), 10_000 - 45, JSON.stringify(lost));
    }
  },
  'a lost call counts as its own cap, and one that was refused or paid by the retry as what it cost': async (
    open,
    t,
  ) => {
    const baseUrl = await losing(t, (call) => call % 2 === 1);
    const client = open({ key: await newKey(), budget: 300, baseUrl });
    ok(await client.call('get', FOCUS, {}, { maxPoints: 100 }));
    assert.equal(ok(await client.call<number>('left')), 200);
    assert.equal(thrown(await client.call('get', FOCUS, YEAR)).kind, 'above-max-points');
    assert.equal(ok(await client.call<number>('left')), 200);
    const sandbox = open({ key: SANDBOX_KEY, budget: 300, baseUrl });
    const { charged, isReplayed } = ok(await sandbox.call('get', FOCUS));
    assert.deepEqual([charged, isReplayed, ok(await sandbox.call<number>('left'))], [45, false, 255]);
  },
  'a lost call that is then put off counts as all that it was allowed to cost': async (open, t) => {
    const baseUrl = await losing(t, (call) => call === 1 || BUSY);
    const client = open({ key: await newKey(), budget: 300, retries: 1, baseUrl });
    assert.equal(thrown(await client.call('get', FOCUS, {}, { maxPoints: 100 })).kind, 'unavailable');
    assert.equal(ok(await client.call<number>('left')), 200);
  },
  'a call that was paid before costs nothing of the budget, also where it was put off': async (open, t) => {
    const key = await newKey();
    const idempotencyKey = 'june-report-1';
    ok(await open({ key }).call('get', FOCUS, {}, { idempotencyKey }));
    const client = open({ key, budget: 300, baseUrl: await losing(t, (call) => call === 1 && BUSY) });
    for (const _ of ['put off', 'at once'])
      assert.equal(ok(await client.call('get', FOCUS, {}, { idempotencyKey })).isReplayed, true);
    assert.equal(ok(await client.call<number>('left')), 300);
  },
  'a run may have any name, however long': async (open) => {
    const key = await newKey();
    const queries = [{ start: '2024-05-01' }, { start: '2024-06-01' }].map((each) => ({
      ...{ category: 'Kitchen', ...each },
      end: '2024-06-07',
    }));
    for (const run of ['r'.repeat(300), '六月的報告'.repeat(8), `${'r'.repeat(254)}📈`]) {
      const charged = async () =>
        ok(await open({ key }).call<Made[]>('each', FOCUS, queries, { run })).map((made) => made.charged);
      assert.deepEqual([await charged(), await charged()].flat(), [45, 45, 0, 0], run);
    }
  },
  'a run of calls can be repeated, and pays for what it has not asked yet': async (open) => {
    const key = await newKey();
    const run = 'June report';
    const one = ok(await open({ key }).call<Made[]>('each', FOCUS, [{ category: 'Kitchen' }], { run }));
    const queries = [{ category: 'Kitchen' }, { category: 'Garden' }];
    const both = ok(await open({ key }).call<Made[]>('each', FOCUS, queries, { run }));
    assert.deepEqual(
      [one, both].flat().map(({ charged }) => charged),
      [45, 0, 45],
    );
    assert.deepEqual(
      both.map(({ query }) => query),
      queries,
    );
  },
  'what has the status of an answer, and is none, may have been charged': async (open, t) => {
    for (const body of ['{"code":1,"msg":"Sign in"}', '<h1>Sign in</h1>', '[]', '{"code": 200', '[1']) {
      const baseUrl = await losing(t, () => ({ status: 200, body }));
      const { status, kind } = thrown(await open({ key: SANDBOX_KEY, baseUrl }).call('get', FOCUS));
      assert.deepEqual([status, kind], [200, 'charge-unknown'], body);
    }
  },
  'what a proxy says in place of a lost answer is told with the key to repeat the call': async (open, t) => {
    const sent: unknown[] = [];
    let status = 0;
    const baseUrl = await listen(t, (request, response) => {
      sent.push(request.headers['idempotency-key']);
      response.writeHead(status).end(status === 503 ? '{"code":503,"msg":"Service is busy"}' : '<h1>Oh</h1>');
    });
    const client = open({ key: SANDBOX_KEY, retries: 0, baseUrl });
    for (const [page, msg] of [
      [502, ERRORS.chargeUnknown.msg],
      [504, ERRORS.chargeUnknown.msg],
      [503, ERRORS.busy.msg],
    ] as const) {
      status = page;
      const error = thrown(await client.call('get', FOCUS));
      assert.deepEqual([error.status, error.msg, error.idempotencyKey], [page, msg, sent.at(-1)]);
    }
  },
  'any text is the same idempotency key in every client': async (open) => {
    const key = await newKey();
    const short = ['六月報告-1', "it's (a) Café №1!*~", ' spaces around ', 'plain key'];
    for (const idempotencyKey of [...short, 'a long key '.repeat(30), '六月報告'.repeat(30)]) {
      ok(await openTypeScript({ key }).call('get', FOCUS, {}, { idempotencyKey }));
      assert.equal(
        ok(await open({ key }).call('get', FOCUS, {}, { idempotencyKey })).charged,
        0,
        idempotencyKey,
      );
    }
  },
  'a key follows no redirect': async (open, t) => {
    const other = await listen(t, () => assert.fail('it was asked'));
    const first = await listen(t, (_request, response) => response.writeHead(302, { location: other }).end());
    thrown(await open({ key: SANDBOX_KEY, baseUrl: first }).call('get', FOCUS));
  },
  'a call to a service that is silent, or sends a byte at a time, ends after its time limit': async (
    open,
    t,
  ) => {
    const silent = await listen(t, () => {});
    const slow = await listen(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    });
    for (const baseUrl of [silent, slow]) {
      const client = open({ key: SANDBOX_KEY, baseUrl, timeout: 300 });
      assert.equal(thrown(await client.call('get', FOCUS)).kind, 'charge-unknown', baseUrl);
    }
  },
  'an answer tells how many cells are not shown': async (open, t) => {
    const guarded = await startService({ env: WORST_CASE_ENV, rows: worstCaseRows() });
    t.after(() => guarded.stop());
    const { key } = await guarded.createKey(10_000);
    const audio = await open({ key, baseUrl: guarded.url }).call('get', SUBS, { category: 'Audio' });
    assert.equal(ok(audio).suppressed, 2);
    const all = await open({ key: await newKey() }).call('get', SUBS, { category: 'Kitchen' });
    assert.equal(ok(all).suppressed ?? null, null);
  },
  'an answer comes as CSV, a refusal as an error': async (open) => {
    const client = open({ key: await newKey() });
    const { data, charged } = ok(await client.call('csv', CATEGORIES));
    assert.deepEqual([data, charged], ['category\r\nGarden\r\nKitchen\r\n', 1]);
    assert.equal(thrown(await client.call('csv', FOCUS, { start: 'x' })).kind, 'bad-request');
  },
  'a call of the account is found by its request id': async (open) => {
    const client = open({ key: await newKey() });
    const { requestId } = ok(await client.call('get', FOCUS, { category: 'Kitchen' }));
    const { points, parameters } = ok(await client.call('call', requestId)).data as Record<string, unknown>;
    assert.deepEqual([points, parameters], [45, { category: 'Kitchen' }]);
    assert.equal(thrown(await client.call('call', 'nothing')).kind, 'not-found');
  },
  'calls are strict unless they say otherwise': async (open) => {
    const query = { category: 'kitchen' };
    const key = await newKey();
    const client = open({ key });
    assert.equal(thrown(await client.call('get', FOCUS, query)).code, 'unknown_category');
    assert.equal(thrown(await client.call('quote', FOCUS, query)).code, 'unknown_category');
    assert.deepEqual(ok(await client.call('get', FOCUS, query, { strict: false })).fallback, ['category']);
    assert.deepEqual(ok(await open({ key, strict: false }).call('get', FOCUS, query)).fallback, ['category']);
  },
  'a parameter without a value is named before anything is sent': async (open) => {
    const client = open({ key: SANDBOX_KEY, budget: 300, strict: false, baseUrl: NOBODY });
    const said = async (what: string, query: unknown) => refused(await client.call(what, FOCUS, query));
    for (const what of ['get', 'csv', 'quote']) {
      for (const value of ['', ' '])
        assert.equal(
          await said(what, { category: value }),
          'category is empty: give it a value, or leave it out',
        );
      assert.match(
        await said(what, { start: null }),
        /^start is (null|None): give it a value, or leave it out$/,
      );
    }
    assert.match(await said('each', [{ category: null }]), /^category is (null|None): /);
    assert.equal(ok(await client.call<number>('left')), 300);
  },
  'an answer that has not changed is given again, for nothing': async (open) => {
    const client = open({ key: await newKey(), budget: 300 });
    const [first, again] = ok(await client.call<Made[]>('again', FOCUS, { category: 'Kitchen' }));
    assert.ok(first && again);
    assert.deepEqual([first.charged, first.isUnchanged], [45, false]);
    assert.deepEqual([again.charged, again.isUnchanged, again.data], [0, true, first.data]);
    assert.notEqual(again.requestId, first.requestId);
    assert.equal(ok(await client.call<number>('left')), 255);
  },
  'numbers that are none tell nothing, and never raise the budget': async (open, t) => {
    for (const charged of ['abc', '-45', '4.5', '1e3', '\u00b2', '', ['45', '45'], '9'.repeat(30)]) {
      const headers = {
        'content-type': 'application/json',
        'x-points-charged': charged,
        'retry-after': '\u00b2',
      };
      const page = { status: 200, headers, body: '{"code":200,"data":{}}' };
      const client = open({ key: SANDBOX_KEY, budget: 300, baseUrl: await losing(t, () => page) });
      const made = ok(await client.call('get', FOCUS, {}, { maxPoints: 100 }));
      assert.equal(made.charged ?? null, null, String(charged));
      assert.equal(ok(await client.call<number>('left')), 200);
    }
  },
  'an answer without end, or nested without end, is an error': async (open, t) => {
    const deep = { status: 200, body: '['.repeat(200_000) };
    const client = open({ key: SANDBOX_KEY, retries: 0, baseUrl: await losing(t, () => deep) });
    assert.equal(thrown(await client.call('get', FOCUS)).kind, 'charge-unknown');
    const endless = await listen(t, (_request, response) => {
      const piece = Buffer.alloc(2 ** 20, ' ');
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      response.writeHead(200, { 'content-type': 'application/json' });
      more();
    });
    const { kind, msg } = thrown(
      await open({ key: SANDBOX_KEY, retries: 0, baseUrl: endless }).call('get', FOCUS),
    );
    assert.equal(kind, 'charge-unknown');
    assert.match(msg, /^No answer arrived: the answer is larger than 33554432 bytes\. /);
  },
  'the sandbox answers to its public key': async (open) => {
    const made = ok(await open({ key: SANDBOX_KEY }).call('get', CATEGORIES));
    assert.equal(made.isSandbox, true);
  },
};

const hasPython = spawnSync('python3', ['--version']).status === 0;

for (const [name, open] of Object.entries(CLIENTS))
  for (const [promise, keep] of Object.entries(PROMISES))
    test(`${name}: ${promise}`, { skip: name === 'Python' && !hasPython && 'needs python3' }, (t) =>
      keep(open, t),
    );

/** What the TypeScript client alone promises: its types, its errors, and calls that are aborted. */
const key = await newKey();

async function thrownBy(call: Promise<unknown>): Promise<MarketDataError> {
  const thrown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof MarketDataError, String(thrown));
  return thrown;
}

test('TypeScript: an answer is typed and receipted', async () => {
  const client = createMarketDataClient({ baseUrl: `${service.url}/`, key });
  const query = { category: 'Kitchen', start: '2024-05-01', end: '2024-05-31' };
  const { data, receipt, dataVersion } = await client.get(FOCUS, query);
  const plain = await service.get(`${FOCUS}?${new URLSearchParams(query)}`, { key });
  assert.deepEqual(data, (plain.body as { data: unknown }).data);
  const trades: number = data.focus.tradeCount;
  assert.deepEqual([trades, receipt.charged, dataVersion], [31, 45, 1]);
  assert.equal(receipt.balance, Number(plain.headers.get('x-points-balance')) + 45);
});

test('TypeScript: a refusal is thrown with its code, its data and its receipt', async () => {
  const poor = await service.createKey(10);
  const thrown = await thrownBy(createMarketDataClient({ baseUrl: service.url, key: poor.key }).get(FOCUS));
  assert.deepEqual(
    [thrown.status, thrown.code, thrown.message, thrown.data, thrown.receipt.charged],
    [402, 'insufficient_points', 'API 点數餘額不足', { balance: 10, required: 45 }, 0],
  );
});

test('TypeScript: a call without an answer says what fetch threw', async (t) => {
  const baseUrl = await losingProxy(t, service, () => true);
  const thrown = await thrownBy(createMarketDataClient({ baseUrl, key, retries: 0 }).get(FOCUS));
  assert.deepEqual([thrown.status, thrown.code], [0, 'charge_unknown']);
  assert.ok(thrown.cause instanceof TypeError);
  const why = thrown.cause.cause as Error;
  assert.equal(
    thrown.message,
    `No answer arrived: fetch failed (${why.message}). ${ERRORS.chargeUnknown.msg}`,
  );
});

test('TypeScript: a call to a silent service ends when it is aborted, however much memory was freed meanwhile', {
  timeout: 20_000,
}, async (t) => {
  const stop = new AbortController();
  const gone = new Error('gone');
  const silent = await listen(t, () => {
    collectGarbage();
    stop.abort(gone);
  });
  const call = createMarketDataClient({ baseUrl: silent, key }).get(FOCUS, {}, { signal: stop.signal });
  await assert.rejects(call, (thrown) => thrown === gone);
});

for (const [what, isSent] of [
  ['that was never sent', false],
  ['that reached no service, and is given up between two tries,', true],
] as const)
  test(`TypeScript: a call ${what} costs nothing of the budget`, async () => {
    const stop = new AbortController();
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    if (!isSent) stop.abort();
    const client = createMarketDataClient({
      ...{ baseUrl: service.url, key: SANDBOX_KEY, budget: 100 },
      fetch: async () => {
        assert.ok(isSent, 'it was sent');
        setTimeout(() => stop.abort());
        throw new TypeError('fetch failed', { cause: refused });
      },
    });
    await assert.rejects(client.get('/api/public/overview/ranking', undefined, { signal: stop.signal }), {
      name: 'AbortError',
    });
    assert.equal(client.left, 100);
  });
