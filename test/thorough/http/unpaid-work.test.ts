/** What costs nothing is bounded for whoever asks for it, and keeps nobody else from anything. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { endpoints } from '../../../src/endpoints/index.ts';
import { request as rpcRequest } from '../../mcp/rpc.ts';
import { open } from '../../support/http/raw-connection.ts';
import { type Answer, ask, askUnlessBehind } from '../../support/http/raw-http.ts';
import type { NewKey, Service } from '../../support/service.ts';
import { addYearOfUsage } from '../../support/stores/years-of-usage.ts';
import { until } from '../../support/until.ts';
import { startOnYear } from '../../support/year-of-orders.ts';

const FOCUS = '/api/public/market/focus';
const YEAR_OF_USAGE = `/api/account/usage?start=${yearAgo()}`;
const AT_ONCE = 48;

let service: Service;
/** Has no points, and a year of usage. */
let poor: NewKey;
let rich: NewKey;

before(async () => {
  service = await startOnYear();
  [poor, rich] = [await service.createKey(0), await service.createKey(1_000_000)];
  const paths = endpoints.map(({ path }) => path);
  addYearOfUsage(service.dataDir, poor.account, paths);
  await get('/api/account', rich.key);
});
after(() => service.stop());

function yearAgo(): string {
  return new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
}

const get = (path: string, key?: string, method = 'GET') =>
  askUnlessBehind(service.url + path, { method, headers: key === undefined ? {} : { 'x-api-key': key } });

/** After a flood, on a machine that may be behind with other work. */
const whenNotBehind = (path: string, key?: string) =>
  ask(service.url + path, { headers: key === undefined ? {} : { 'x-api-key': key } });

function assertPutOff({ status, headers, text: told }: Answer): void {
  assert.equal(status, 429, told);
  assert.ok(Number(headers['retry-after']) >= 1, JSON.stringify(headers));
}

/** Asks until this is refused, many times at once. Returns all answers. */
async function flood(ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  await until('the flood is refused', async () => {
    answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, ask))));
    return answers.some(({ status }) => status === 429);
  });
  return answers;
}

/** A little is given again with every moment, so one that is to be refused is sent with a flood, until it is. */
async function assertPutOffBeside(send: () => Promise<Answer>, ask: () => Promise<Answer>): Promise<void> {
  await until('it is refused', async () => {
    const others = Array.from({ length: AT_ONCE }, send);
    await Promise.race(others);
    const answer = await ask();
    await Promise.all(others);
    if (answer.status === 429) assertPutOff(answer);
    return answer.status === 429;
  });
}

/** Another address of this machine. */
const FLOODER = '127.0.0.2';

async function askFrom(path: string, options: { method?: string; headers?: object; body?: string } = {}) {
  const { method = 'GET', headers = {}, body } = options;
  const sent = request(service.url + path, {
    ...{ method, headers: { ...headers }, localAddress: FLOODER, agent: false },
  }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode, headers: received } = response;
  return { asked: path, status: Number(statusCode), headers: received, text: await text(response) };
}

const askUsage = () => get(YEAR_OF_USAGE, poor.key);

test('documents under made-up addresses, packed, are for the budget of who asks for them; others have theirs', async () => {
  let hosts = 0;
  const answers = await flood(() => {
    hosts += 1;
    return askFrom('/llms-full.txt', { headers: { host: `h${hosts}.example`, 'accept-encoding': 'gzip' } });
  });
  assert.ok(answers.some(({ status }) => status === 200));
  assert.equal((await get('/llms.txt')).status, 200);
});

suite('a key without points that asks about its usage without end', () => {
  test('is refused after a while, and told how long', async () => {
    const answers = await flood(askUsage);
    for (const answer of answers) if (answer.status !== 200) assertPutOff(answer);
  });

  test('is the only one that is: other accounts, documents and paid calls are answered all the while', async () => {
    let isOver = false;
    const others = (async () => {
      const answers: Answer[] = [];
      while (!isOver) {
        answers.push(await get('/api/account', rich.key), await get('/llms.txt'), await get(FOCUS, rich.key));
        answers.push(await get(FOCUS, rich.key, 'HEAD'), await get('/api/account/calls', rich.key));
      }
      return answers;
    })();
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: AT_ONCE }, askUsage));
    isOver = true;
    assert.deepEqual(
      (await others).filter(({ status }) => status !== 200).map(({ asked, status }) => [asked, status]),
      [],
    );
  });

  test('gets nothing else for nothing on that account either, whatever key of it is used', async () => {
    const second = JSON.parse(await service.succeed('key', 'create', poor.account, '--json')) as NewKey;
    for (const path of ['/api/account', `/api/account/quote?path=${FOCUS}`, FOCUS, `${FOCUS}?start=x`]) {
      await assertPutOffBeside(askUsage, () => get(path, poor.key));
    }
    await assertPutOffBeside(askUsage, () => get(FOCUS, poor.key, 'HEAD'));
    await assertPutOffBeside(askUsage, () => get('/api/account', second.key));
  });

  test('is answered what it pays for', async () => {
    await flood(askUsage);
    await service.succeed('points', 'grant', poor.account, '1000');
    const paid = await get(FOCUS, poor.key);
    assert.deepEqual([paid.status, paid.headers['x-points-charged']], [200, '45'], paid.text);
    await assertPutOffBeside(askUsage, () => get(`${FOCUS}?start=2024-13-01`, poor.key));
  });

  test('pays an answer once: to have it again for nothing has to wait', async () => {
    const again = () =>
      askUnlessBehind(service.url + FOCUS, { headers: { 'x-api-key': poor.key, 'idempotency-key': 'once' } });
    assert.equal((await again()).headers['x-points-charged'], '45');
    await assertPutOffBeside(askUsage, again);
    await until('it is answered again', async () => {
      const answer = await again();
      return answer.status === 200 && answer.headers['idempotent-replayed'] === 'true';
    });
  });

  test('is told what is wrong with a key that is missing, malformed or gone, and what is not there', async () => {
    await flood(askUsage);
    assert.equal((await get('/api/account')).status, 401);
    assert.equal((await get('/api/account', 'mdk_x')).status, 401);
    assert.equal((await get('/api/nothing', poor.key)).status, 404);
    assert.equal((await get(FOCUS, poor.key, 'DELETE')).status, 405);
    for (const path of ['/healthz', '/readyz']) assert.equal((await get(path)).status, 200);
  });
});

suite('an address that asks without a valid key and without end', () => {
  /** A body in as many pieces as it has bytes. */
  async function inPieces(body: string): Promise<Answer> {
    const socket = open(service.url, FLOODER);
    const head = 'Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
    const pieces = [...body].map((byte) => `1\r\n${byte}\r\n`).join('');
    socket.write(`POST /api/mcp HTTP/1.1\r\n${head}Connection: close\r\n\r\n${pieces}0\r\n\r\n`);
    const [lines = '', answer = ''] = (await text(socket)).split('\r\n\r\n');
    const headers = { 'retry-after': /retry-after: (\d+)/i.exec(lines)?.[1] };
    return { asked: 'pieces', status: Number(lines.slice(9, 12)), headers, text: answer };
  }

  const call = (body: string) =>
    askFrom('/api/mcp', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const batch = (name: string, args: (i: number) => object) =>
    JSON.stringify(
      Array.from({ length: 20 }, (_, i) =>
        JSON.parse(rpcRequest('tools/call', { name, arguments: args(i) }, i)),
      ),
    );
  const long = (i: number) => ({ query: `price of points ${i} `.repeat(20).slice(0, 200), limit: 20 });
  const FLOODS: Record<string, () => Promise<Answer>> = {
    'batches of searches': () => call(batch('docs.search', long)),
    'nested brackets': () => call('['.repeat(32_000) + ']'.repeat(32_000)),
  };

  for (const [name, send] of Object.entries(FLOODS)) {
    test(`is refused, with ${name}; others are not`, async () => {
      const answers = await flood(send);
      const refused = answers.filter(({ status }) => status === 429);
      for (const answer of refused) {
        assertPutOff(answer);
        assert.equal(JSON.parse(answer.text).error.code, -32000);
      }
      assert.equal((await whenNotBehind('/llms.txt')).status, 200);
      assert.equal((await whenNotBehind('/api/account', rich.key)).status, 200);
      const paid = await askFrom(FOCUS, { headers: { 'x-api-key': rich.key } });
      assert.equal(paid.status, 200, 'a key that was valid before is not refused for its address');
    });
  }

  test('is refused a body in pieces of one byte as soon as there are too many; others are not', async () => {
    // No more than a server reads of what it has refused: beyond that a connection is cut.
    const send = () => inPieces(JSON.stringify({ padding: 'x'.repeat(4_000) }));
    await until('it is told why', async () => (await send()).text.includes('in more than 1024 pieces'));
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, send));
    // One that is cut off before it has read its answer has none.
    assert.deepEqual(
      answers.filter(({ status }) => status < 400),
      [],
    );
    assert.equal((await whenNotBehind('/api/account', rich.key)).status, 200);
  });
});
