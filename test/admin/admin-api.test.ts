/** What an operator can do over HTTP: everything on the list of operations, by whoever may, once, and told in the log. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { cleanEnvironment, run } from '../support/command.ts';
import { writeCsv } from '../support/order-files.ts';
import { type ServerProcess, spawnServer } from '../support/server-process.ts';
import { ENGINES_OVER_HTTP } from '../support/stores/accounts-engines.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests are about
  readonly body: any;
}

for (const engine of ENGINES_OVER_HTTP) {
  describe(`the admin API over ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: NodeJS.ProcessEnv;
    let server: ServerProcess;
    let url: string;
    const tokens: Record<string, string> = {};

    const mdq = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(env, [...args]);
      assert.equal(code, 0, stderr);
      return stdout;
    };

    before(async () => {
      env = cleanEnvironment({
        ...(await engine.create()),
        PORT: '0',
        MDQ_ADMIN_PORT: '0',
        MDQ_SUPPORT_POINTS: '1000',
      });
      await mdq('import', await writeCsv(join(String(env.DATA_DIR), 'year.csv'), yearOfOrders()));
      for (const role of ['viewer', 'support', 'admin']) {
        const made = JSON.parse(await mdq('operator', 'create', `the ${role}`, '--role', role, '--json'));
        tokens[role] = made.token;
      }
      server = await spawnServer(env);
      url = String(server.adminUrl);
    });
    after(() => void server.child.kill('SIGKILL'));

    async function ask(
      role: string,
      way: string,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<Answer> {
      const [method = '', path = ''] = way.split(' ');
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(tokens[role] && { authorization: `Bearer ${tokens[role]}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    }

    async function data(role: string, way: string, body?: object, headers?: Record<string, string>) {
      const answer = await ask(role, way, body, headers);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.body.code, 200);
      return answer.body.data;
    }

    async function refused(status: number, msg: RegExp, ...asked: Parameters<typeof ask>): Promise<Answer> {
      const answer = await ask(...asked);
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      assert.equal(answer.body.code, status);
      assert.match(answer.body.msg, msg);
      return answer;
    }

    test('accounts, keys and points are made and listed, and a key that it made works at once', async () => {
      const made = await data('support', 'POST /accounts', { name: 'acme & co/Taipei', points: 100 });
      assert.equal(made.balance, 100);
      const path = `/accounts/${encodeURIComponent('acme & co/Taipei')}`;
      const { key, id } = await data('support', `POST ${path}/keys`, { name: 'laptop' });
      const paid = await fetch(`${server.url}/api/public/meta/categories`, { headers: { 'x-api-key': key } });
      assert.equal(paid.status, 200);
      assert.equal(
        (await data('support', `POST ${path}/grants`, { points: 7, note: 'thanks' })).balance,
        106,
      );
      const grants = await data('viewer', `GET ${path}/grants`);
      assert.deepEqual(
        grants.items.map((each: { by: string }) => each.by),
        ['the support', 'the support'],
      );
      const keys = await data('viewer', `GET ${path}/keys`);
      assert.deepEqual(
        keys.items.map((each: { id: string }) => each.id),
        [id],
      );
      assert.ok(!JSON.stringify(keys).includes(key));
    });

    test('a role may do what it may, and is told what it may not', async () => {
      await refused(403, /takes the role support; "the viewer" is viewer/, 'viewer', 'POST /accounts', {
        name: 'x',
      });
      await refused(403, /takes the role admin/, 'support', 'GET /privacy');
      await refused(403, /takes the role admin/, 'support', 'PUT /prices', {
        path: '/api/public/market/focus',
        base: 1,
      });
      await data('admin', 'PUT /prices', { path: '/api/public/market/focus', base: 46 });
      const { items } = await data('viewer', 'GET /log');
      const last = items.at(-1);
      assert.deepEqual(
        [last.operator, last.door, last.operation, last.outcome],
        ['the admin', 'api', 'price set', 'done'],
      );
      assert.deepEqual(last.details.before, { base: 45 });
      assert.equal(last.details.after.base, 46);
      assert.deepEqual(
        items
          .filter((row: { outcome: string }) => row.outcome === 'refused')
          .map((row: { operation: string }) => row.operation),
        ['account create', 'privacy report', 'price set'],
      );
      await data('admin', 'DELETE /prices?path=/api/public/market/focus');
    });

    test('limits are set by admins, and null takes one off', async () => {
      await data('admin', 'POST /accounts', { name: 'limits', points: 10 });
      const limit = { per_day: 5, paths: ['/api/public/meta/categories'] };
      await refused(403, /takes the role admin/, 'support', 'POST /accounts/limits/keys', limit);
      const { id, key } = await data('admin', 'POST /accounts/limits/keys', { name: 'few', ...limit });
      await refused(403, /takes the role admin/, 'support', `PATCH /keys/${id}`, { per_day: 6 });
      const changed = await data('admin', `PATCH /keys/${id}`, { per_day: null, per_month: 0 });
      assert.deepEqual([changed.name, changed.per_day, changed.per_month], ['few', null, 0]);
      const asked = await fetch(`${server.url}/api/public/meta/categories`, {
        headers: { 'x-api-key': key },
      });
      assert.equal(asked.status, 402);
      for (const [body, msg] of [
        [{ per_day: -1 }, /per_day must be a whole number from 0 .*, or null/],
        [{ paths: [] }, /paths must name one at least/],
        [{ paths: '/api' }, /paths must be a list of texts/],
        [{ ends: '2020-01-01' }, /must end today or later/],
        [{}, /Say what to change/],
      ] as const)
        await refused(400, msg, 'admin', `PATCH /keys/${id}`, body);
      await refused(404, /no path "x"/, 'admin', `PATCH /keys/${id}`, { paths: ['x'] });
      await refused(404, /no main category "x"/, 'admin', `PATCH /keys/${id}`, { categories: ['x'] });
      const account = await data('admin', 'PATCH /accounts/limits', { per_day: 3 });
      assert.deepEqual([account.per_day, account.per_month], [3, null]);
      await data('admin', 'PATCH /accounts/limits', { external_id: 'crm-9', low: 4 });
      const cleared = await data('admin', 'PATCH /accounts/limits', { external_id: null, low: null });
      assert.deepEqual([cleared.external_id, cleared.low_below], [null, null]);
    });

    test('support adds so many points a day, whatever the operation, and not one more', async () => {
      await data('admin', 'POST /accounts', { name: 'limited' });
      const { items } = await data('viewer', 'GET /log?operator=the%20support');
      const added = items.reduce(
        (sum: number, { details }: { details: { input: { points?: number } } }) =>
          sum + (details.input.points ?? 0),
        0,
      );
      await data('support', 'POST /accounts/limited/grants', { points: 1000 - added - 1 });
      await refused(403, /may add 1 more points today/, 'support', 'POST /accounts', {
        name: 'too much',
        points: 2,
      });
      await refused(404, /no account "too much"/, 'viewer', 'GET /accounts/too%20much/keys');
      await data('support', 'POST /accounts/limited/grants', { points: 1 });
      await refused(403, /may add 0 more points/, 'support', 'POST /accounts/limited/grants', { points: 1 });
      await data('admin', 'POST /accounts/limited/grants', { points: 1_000_000 });
    });

    test('the same Idempotency-Key is one change, also when sent at once, and never another one', async () => {
      await data('admin', 'POST /accounts', { name: 'once' });
      const headers = { 'idempotency-key': 'payment-17' };
      const sent = Array.from({ length: 8 }, () =>
        ask('admin', 'POST /accounts/once/grants', { points: 5 }, headers),
      );
      const answers = await Promise.all(sent);
      for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status));
      const again = await data('admin', 'POST /accounts/once/grants', { points: 5 }, headers);
      assert.deepEqual([again.granted, again.balance, again.repeated], [5, 5, true]);
      await refused(
        409,
        /used for another change/,
        'admin',
        'POST /accounts/once/grants',
        { points: 6 },
        headers,
      );
      const grants = await data('viewer', 'GET /accounts/once/grants');
      assert.equal(grants.items.length, 1);
      const first = await data('admin', 'POST /accounts/once/keys', {}, { 'idempotency-key': 'k' });
      const second = await data('admin', 'POST /accounts/once/keys', {}, { 'idempotency-key': 'k' });
      assert.deepEqual([second.id, second.key, second.repeated], [first.id, null, true]);
    });

    test('what works with the data is done in a process beside, and told in the log as begun and ended', async () => {
      const status = await data('viewer', 'GET /status');
      assert.ok(status.version >= 1);
      const { version } = await data('admin', 'POST /refresh');
      assert.equal(version, status.version + 1);
      await refused(403, /role admin/, 'support', 'POST /refresh');
      const { items } = await data('viewer', 'GET /log');
      const refreshes = items.filter(({ operation }: { operation: string }) => operation === 'refresh');
      assert.deepEqual(
        refreshes.map(({ outcome }: { outcome: string }) => outcome),
        ['begun', 'ended', 'refused'],
      );
      await refused(400, /There is no setting MDQ_NOTHING/, 'admin', 'PUT /settings/MDQ_NOTHING', {
        value: '1',
      });
    });

    test('what is not there is 404, days in the log are dates, and what there was before stands beside', async () => {
      await refused(404, /There is no order "nowhere"/, 'admin', 'GET /orders/nowhere');
      await data('admin', 'POST /accounts', { name: 'dated', points: 5 });
      const plan = { points: 10, from: '2099-01-31', keep: 'all' };
      assert.equal((await data('admin', 'PUT /accounts/dated/plan', plan)).keep, 'all');
      assert.equal((await data('admin', 'PUT /accounts/dated/plan', { ...plan, keep: 3 })).keep, 3);
      const { items } = await data('viewer', 'GET /log?account=dated');
      const { details } = items.at(-1);
      assert.deepEqual(
        [details.input.from, details.before.keep, details.after.keep],
        ['2099-01-31', 'all', 3],
      );
      const { events } = await data('admin', 'POST /webhooks', {
        ...{ url: 'https://example.com/', events: ['points.low'] },
      });
      assert.deepEqual(events, ['points.low']);
      const listed = await data('admin', 'GET /webhooks');
      assert.deepEqual(listed.items.at(-1).events, ['points.low']);
    });

    test('without a valid token nothing is told', async () => {
      const { headers } = await refused(401, /valid token/, 'nobody', 'GET /accounts');
      assert.equal(headers.get('www-authenticate'), 'Bearer');
      await refused(401, /valid token/, 'nobody', 'GET /no-such-path');
      const wrong = `mdo_${'0'.repeat(38)}`;
      await refused(401, /valid token/, 'nobody', 'GET /accounts', undefined, {
        authorization: `Bearer ${wrong}`,
      });
      await refused(400, /never stands in an address/, 'admin', `GET /accounts?token=${tokens.admin}`);
      await data('admin', 'POST /operators/the%20viewer/revoke');
      await refused(401, /valid token/, 'viewer', 'GET /accounts');
      const made = await data('admin', 'POST /operators', { name: 'second viewer', role: 'viewer' });
      tokens.viewer = made.token;
      await data('viewer', 'GET /operators');
      const log = JSON.stringify(await data('viewer', 'GET /log?limit=1000'));
      for (const token of Object.values(tokens)) assert.ok(!log.includes(token));
    });

    test('bad input is told by field, and changes nothing', async () => {
      await data('admin', 'POST /accounts', { name: 'taken' });
      const rows = async () => (await data('viewer', 'GET /log?limit=1000')).items.length;
      const before = await rows();
      const grants = 'POST /accounts/acme%20%26%20co%2FTaipei/grants';
      const cases: [status: number, msg: RegExp, way: string, body?: object][] = [
        [400, /points is missing: it must be a whole number from 1 to 9{15}$/, grants, {}],
        [400, /points must be a whole number from 1 to 9{15}$/, grants, { points: 1e15 }],
        [400, /points must be a whole number/, grants, { points: 1.5 }],
        [400, /no field "refernce" here/, grants, { points: 5, refernce: 'x' }],
        [400, /account is given more than once/, grants, { points: 5, account: 'taken' }],
        [400, /role must be one of viewer, support, admin/, 'POST /operators', { name: 'x', role: 'boss' }],
        [400, /picture is set on the machine itself/, 'PUT /site/logo', { value: '/etc/passwd' }],
        [400, /limit must be a whole number from 1 to 1000/, 'GET /accounts?limit=1001'],
        [404, /no account "nobody"/, 'POST /accounts/nobody/grants', { points: 5 }],
        [404, /^Not found$/, 'GET /nothing'],
        [409, /already an account/, 'POST /accounts', { name: 'taken' }],
        [413, /./, 'POST /accounts', { name: 'x'.repeat(2 ** 20) }],
      ];
      for (const [status, msg, way, body] of cases) await refused(status, msg, 'admin', way, body);
      const { headers } = await refused(405, /Method not allowed/, 'admin', 'PATCH /prices');
      assert.equal(headers.get('allow'), 'GET, PUT, DELETE');
      await refused(400, /./, 'admin', 'POST /accounts', {}, { 'content-type': 'text/plain' });
      assert.equal(await rows(), before);
    });

    test('the log is whole, and its head from before is part of it', async () => {
      const { log } = await data('viewer', 'GET /audit');
      await data('admin', 'POST /accounts', { name: 'after the head' });
      const audit = await data('viewer', `GET /audit?head=${log.head}`);
      assert.deepEqual([audit.ok, audit.log.rows], [true, log.rows + 1]);
      const other = await data('viewer', `GET /audit?head=${'0'.repeat(64)}`);
      assert.equal(other.ok, false);
      await refused(400, /head must be 64 hexadecimal digits/, 'viewer', 'GET /audit?head=zz');
    });
  });
}
