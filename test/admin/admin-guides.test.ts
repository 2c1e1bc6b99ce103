/** The guides to the admin API and to webhooks do what they say, and so does the example that turns payments into grants. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { codeFences } from '../support/code-fences.ts';
import { type ServerProcess, spawnServer } from '../support/server-process.ts';
import { openDataFolder } from '../support/stores/data-folder.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const data = await openDataFolder({ MDQ_ADMIN_PORT: '0' });
let server: ServerProcess;

before(async () => {
  await data.succeed('account', 'create', 'acme', '--points', '1000');
  server = await spawnServer(data.env);
});
after(async () => {
  await server.end('SIGTERM');
  await data.remove();
});

/** All commands of a page, as somebody would paste them one after the other. */
async function follow(page: string): Promise<string> {
  const commands = codeFences(readFileSync(join(root, `guides/${page}.md`), 'utf8'))
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code.replaceAll('http://127.0.0.1:8081/admin/v1', server.adminUrl));
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], {
    cwd: root,
    env: data.env,
  });
  return stdout;
}

test('the page "Admin API and operators" makes, grants once and shows it in the log', async () => {
  const said = await follow('admin-api');
  assert.match(said, /^checkout +support +active /m);
  assert.match(said, /\{"code":200,"data":\{"items":\[\{[^\n]*"account":"acme"/);
  assert.match(said, /"account":"bluebird","balance":500/);
  assert.equal(said.match(/"data":\{"account":"bluebird","granted":250,"balance":750/g)?.length, 2);
  assert.equal(said.match(/"repeated":true/g)?.length, 1);
  assert.match(said, / guide +api +points grant +done +acc_\w+/);
  assert.match(said, /^The log has \d+ rows, each chained to the one before; its head is [0-9a-f]{64}\.$/m);
  assert.doesNotMatch(said.replace(/"key":"mdk_\w+"|^ {2}mdo_\w+$/gm, ''), /md[ko]_\w{20}/);
});

test('the page "Webhooks" adds one and lists what waits', async () => {
  const said = await follow('webhooks');
  assert.match(
    said,
    /^Webhook wh_\w+ tells https:\/\/billing\.example\/mdq of points\.granted, key\.created\./m,
  );
  assert.match(said, /^ {2}whsec_\S+$/m);
});

test('a paid checkout becomes a grant, however often and at once it is told', async (t) => {
  const { token } = JSON.parse(
    await data.succeed('operator', 'create', 'the checkout', '--role', 'support', '--json'),
  );
  const example = spawn(process.execPath, [join(root, 'examples/paid-checkout.mjs')], {
    env: { ...data.env, ADMIN: server.adminUrl, TOKEN: token, PAYMENT_SECRET: 'secret', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => example.kill());
  let errors = '';
  example.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const [line] = (await once(example.stdout.setEncoding('utf8'), 'data')) as [string];
  const told = async (payment: object, secret = 'secret') => {
    const body = JSON.stringify(payment);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const url = `http://127.0.0.1:${/\d+/.exec(line)?.[0]}/`;
    return (await fetch(url, { method: 'POST', headers: { 'x-signature': signature }, body })).status;
  };
  const { id } = JSON.parse(await data.succeed('account', 'create', 'payer', '--json'));
  const payment = { type: 'checkout.paid', id: 'pay_1', account: id, points: 500 };
  const all = await Promise.all(Array.from({ length: 10 }, () => told(payment)));
  assert.deepEqual([...new Set(all)], [200]);
  assert.equal(await told(payment), 200);
  assert.equal(await told({ ...payment, points: 600 }), 400);
  assert.equal(await told({ ...payment, id: 'pay_2' }, 'guessed'), 400);
  assert.equal(await told({ ...payment, id: 'pay_3', account: 'nobody' }), 400);
  assert.equal(await told({ ...payment, type: 'checkout.opened', id: 'pay_4' }), 200);
  assert.equal(await told({ ...payment, id: undefined }), 400);
  await until('the refusal is told', () => errors.includes('a payment without an id'));
  // The checkout may add so many points a day; what is beyond is told again later.
  assert.equal(await told({ ...payment, id: 'pay_5', points: 1_000_000 }), 503);
  const { balance } = JSON.parse(await data.succeed('account', 'show', 'payer', '--json'));
  assert.equal(balance, 500);
});
