/** Whoever wants to know what happens is told: signed, at least once, in the end, whatever they answer meanwhile. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Webhook as Verifier } from 'standardwebhooks';
import type { Accounts } from '../../src/accounts/open.ts';
import { newEvent, newWebhookId, newWebhookSecret } from '../../src/accounts/outbox.ts';
import { UserError } from '../../src/errors/operators.ts';
import { Courier } from '../../src/webhooks/courier.ts';
import { atEnd } from '../support/at-end.ts';
import { cleanEnvironment, run } from '../support/command.ts';
import { call, ENGINES_OVER_HTTP, open } from '../support/stores/accounts-engines.ts';
import { StoreClock } from '../support/stores/store-clock.ts';
import { HANG_MS, until } from '../support/until.ts';

const TRUSTED = new Set(['127.0.0.1']);
/** For how long a courier has the lease. */
const LEASE_MS = 30_000;

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
/** It may hint before its final response. */
const OK: Answer = (_, response) => {
  response.writeEarlyHints({ link: '</a>; rel=preload' });
  response.writeHead(204).end();
};

/** A receiver that does as it likes. */
async function receiver(answer: Answer = OK) {
  const received: Received[] = [];
  const state = { answer };
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    state.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, state };
}

/** A receiver that writes the same bytes for as long as it is listened to. */
async function endlessReceiver(text: string): Promise<string> {
  const open = new Set<Socket>();
  const server = createRawServer((socket) => {
    open.add(socket);
    const write = () => {
      while (!socket.destroyed && socket.write(text));
    };
    socket.on('drain', write).on('error', () => undefined);
    socket.once('data', write).resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

for (const engine of ENGINES_OVER_HTTP) {
  describe(`webhooks over ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let env: Record<string, string>;
    let accounts: Accounts;
    let clock: StoreClock;
    // The clock stands still: however long a test takes, nothing comes due and no lease runs out that it does not mean to.
    beforeEach(async () => {
      env = await engine.create();
      accounts = await open(env);
      clock = new StoreClock(env);
      await clock.set(Date.now());
    });
    afterEach(() => clock.end());

    function courier(store = accounts, answerMs = HANG_MS) {
      const made = new Courier(store, {
        trustedHosts: TRUSTED,
        onError: (error) => assert.fail(String(error)),
        lookMs: 20,
        answerMs,
      });
      atEnd(() => made.stop());
      return made;
    }

    /** Of a courier that was stopped so late that it took its lease for over, and did not give it back. */
    const endLease = () => clock.pass(LEASE_MS + 1);

    async function webhook(url: string, events: readonly ['points.granted'] | null = null) {
      const secret = newWebhookSecret();
      const { id } = await accounts.outbox.addWebhook({ id: newWebhookId(), url, events, secret });
      return { id, secret, remove: () => accounts.outbox.removeWebhook(id) };
    }

    const waiting = async (id: string) =>
      (await accounts.outbox.listWebhooks()).find((each) => each.id === id)?.waiting;
    const untilSent = (id: string) => until('all is sent', async () => (await waiting(id)) === 0);
    const deliveriesOf = async (id: string) =>
      (await accounts.outbox.deliveries(0, 1000)).filter((each) => each.webhook === id);
    /** The first delivery of a webhook, once it was tried so often. */
    async function tried(id: string, attempts = 1) {
      const first = async () => (await deliveriesOf(id))[0];
      await until('it was tried', async () => (await first())?.attempts === attempts);
      return (await first()) ?? assert.fail(id);
    }
    const emitCreated = (count = 1) =>
      accounts.outbox.emit(Array.from({ length: count }, () => newEvent('account.created', {})));

    test('what is committed is sent, signed as Standard Webhooks says, and what is not never is', async () => {
      const { url, received } = await receiver();
      const { id, secret, remove } = await webhook(url, ['points.granted']);
      const sent = newEvent('points.granted', { account: 'acme', points: 5 });
      await assert.rejects(
        accounts.transaction(async (inside) => {
          await inside.outbox.emit([newEvent('points.granted', { account: 'never' })]);
          throw new UserError('no');
        }),
      );
      await accounts.transaction((inside) => inside.outbox.emit([sent, newEvent('key.created', {})]));
      // The same event again is the same event.
      await accounts.outbox.emit([sent]);
      const at = courier();
      await untilSent(id);
      await at.stop();
      assert.equal(received.length, 1);
      const [{ headers, body } = { headers: {}, body: '' }] = received;
      const verified = new Verifier(secret).verify(body, headers) as Record<string, unknown>;
      assert.deepEqual([verified.type, verified.data], ['points.granted', { account: 'acme', points: 5 }]);
      assert.ok(!Number.isNaN(Date.parse(String(verified.timestamp))));
      assert.equal(headers['webhook-id'], sent.id);
      assert.throws(() => new Verifier(secret).verify(`${body} `, headers));
      assert.throws(() => new Verifier(newWebhookSecret()).verify(body, headers));
      await remove();
    });

    test('one who fails, redirects, hangs or never ends is tried again, and holds up nobody else', async () => {
      const elsewhere = await receiver();
      const bad: Record<string, Answer> = {
        500: (_, response) => response.writeHead(500).end('no'),
        302: (_, response) => response.writeHead(302, { location: elsewhere.url }).end(),
        ECONNRESET: (request) => request.socket.destroy(),
      };
      const receivers = await Promise.all(
        Object.entries(bad).map(async ([result, answer]) => {
          const at = await receiver(answer);
          return { ...at, result, ...(await webhook(at.url)) };
        }),
      );
      const hanging = await receiver(() => undefined);
      const { id: hangingId } = await webhook(hanging.url);
      // It says that all is well, and goes on for ever.
      const endless = await receiver((_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'.repeat(1000)), 5);
        response.on('close', () => clearInterval(timer));
      });
      const good = [await webhook((await receiver()).url), await webhook(endless.url)];
      await emitCreated();
      const at = courier();
      await until('one is waited for', () => hanging.received.length === 1);
      for (const { id } of good) await untilSent(id);
      for (const { id, result } of receivers) {
        const delivery = await tried(id);
        assert.deepEqual([delivery.state, delivery.lastResult], ['waiting', result]);
        assert.ok((delivery.nextAt?.getTime() ?? 0) > Date.now());
      }
      assert.equal(elsewhere.received.length, 0);

      // Sent again by hand once it is well: the same message, and with it the same id.
      for (const { id, state, received } of receivers) {
        state.answer = OK;
        const [delivery] = await deliveriesOf(id);
        await accounts.outbox.resend(delivery?.number ?? 0);
        await untilSent(id);
        assert.deepEqual(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
        assert.equal(received.length, 2);
      }
      assert.equal((await deliveriesOf(hangingId))[0]?.attempts, 0);
      await at.stop();
      await assert.rejects(accounts.outbox.resend(1_000_000), /no delivery 1000000/);
    });

    test('a receiver that never comes to a final response is cut off, and tried again', async () => {
      const cases: Record<string, string> = {
        'more than 3 responses 1xx': 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
        'more than 64 KiB without a final response': '\r\n'.repeat(500),
        '101': 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
        HPE_HEADER_OVERFLOW: `HTTP/1.1 200 OK\r\na: ${'a'.repeat(17_000)}`,
      };
      const ids = new Map<string, string>();
      for (const [result, text] of Object.entries(cases))
        ids.set(result, (await webhook(await endlessReceiver(text))).id);
      await emitCreated();
      const at = courier();
      for (const [result, id] of ids) {
        const delivery = await tried(id);
        assert.deepEqual([delivery.state, delivery.lastResult], ['waiting', result]);
      }
      await at.stop();
    });

    test('one who does not answer in time is told as that, and tried again', async () => {
      const { url, received } = await receiver(() => undefined);
      const { id } = await webhook(url);
      await emitCreated();
      const at = courier(accounts, 300);
      for (const attempts of [1, 2]) {
        const delivery = await tried(id, attempts);
        assert.deepEqual([delivery.state, delivery.lastResult], ['waiting', 'no answer within 0.3 seconds']);
        await clock.set(delivery.nextAt?.getTime() ?? 0);
      }
      await at.stop();
      // Those that it gave up before they were connected never arrived.
      assert.ok(new Set(received.map(({ headers }) => headers['webhook-id'])).size <= 1);
    });

    test('a name that leads to this machine is not connected to', async () => {
      const { id, remove } = await webhook(`https://${hostname()}/`);
      await emitCreated();
      const at = courier();
      const delivery = await tried(id);
      assert.match(delivery.lastResult ?? '', /public internet|ENOTFOUND|EAI_AGAIN/);
      await at.stop();
      await remove();
    });

    test('one of several delivers, and another goes on where it stops', async () => {
      const { url, received } = await receiver();
      const { id, remove } = await webhook(url);
      const other = await open(env);
      const couriers = [courier(), courier(other)];
      await emitCreated(20);
      await untilSent(id);
      assert.equal(received.length, 20);
      for (const [i, store] of [accounts, other].entries()) {
        await couriers[i]?.stop();
        await endLease();
        await emitCreated(5);
        await untilSent(id);
        couriers[i] = courier(store);
      }
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 30);
      for (const each of couriers) await each.stop();
      await remove();
    });

    test('both secrets sign for a day after a rotation, and nothing waits for a webhook that was removed', async () => {
      const { url, received } = await receiver();
      const { id, secret, remove } = await webhook(url);
      const next = newWebhookSecret();
      await accounts.outbox.rotateWebhook(id, next, new Date(Date.now() + 60_000));
      await emitCreated();
      const at = courier();
      await untilSent(id);
      const [{ headers, body } = { headers: {}, body: '' }] = received;
      for (const each of [secret, next]) new Verifier(each).verify(body, headers);
      await at.stop();
      await endLease();
      await accounts.outbox.rotateWebhook(id, newWebhookSecret(), new Date(Date.now() - 1));
      await emitCreated();
      const later = courier();
      await untilSent(id);
      const last = received.at(-1);
      assert.throws(() => new Verifier(next).verify(last?.body ?? '', last?.headers ?? {}));
      await later.stop();
      await emitCreated();
      await remove();
      const states = (await deliveriesOf(id)).map(({ state }) => state);
      assert.deepEqual(states, ['delivered', 'delivered', 'failed']);
      await assert.rejects(accounts.outbox.removeWebhook(id), /no webhook/);
    });

    test('all that was given up of a webhook is sent again at once, and nothing else', async () => {
      const own = await engine.create();
      const store = await open(own);
      const { outbox } = store;
      const [down, other] = [newWebhookId(), newWebhookId()];
      for (const id of [down, other])
        await outbox.addWebhook({
          ...{ id, url: 'https://example.org', events: null },
          secret: newWebhookSecret(),
        });
      await outbox.emit(Array.from({ length: 1003 }, () => newEvent('account.created', {})));
      const all = await outbox.deliveries(0, 5000);
      const [delivered, ...givenUp] = all.filter(({ webhook }) => webhook === down);
      await store.transaction(async (inside) => {
        for (const { number } of givenUp)
          await inside.outbox.noteAttempt(number, { isDelivered: false, result: '500', nextInMs: null });
        for (const { number, webhook } of all)
          if (webhook === other || number === delivered?.number)
            await inside.outbox.noteAttempt(number, { isDelivered: true, result: '204', nextInMs: null });
      });
      const resend = async (...args: string[]) => run(cleanEnvironment(own), ['webhook', 'resend', ...args]);
      const resent = async () => JSON.parse((await resend('--webhook', down, '--json')).stdout);
      assert.deepEqual(await resent(), { webhook: down, resent: 1002 });
      const waits = (await outbox.listWebhooks()).map(({ id, waiting, failed }) => [id, waiting, failed]);
      assert.deepEqual(
        new Map(waits.map(([id, ...rest]) => [id, rest])),
        new Map([
          [down, [1002, 0]],
          [other, [0, 0]],
        ]),
      );
      assert.deepEqual(await resent(), { webhook: down, resent: 0 });
      assert.match((await resend('--webhook', 'wh_none')).stderr, /no webhook "wh_none"/);
      assert.match((await resend()).stderr, /webhook resend needs number, or --webhook ID/);
    });

    test('one who answers 500 for three days is given up, told as that, and holds up no charge', async () => {
      const { url, received, state } = await receiver((_, response) => response.writeHead(500).end());
      const { id, remove } = await webhook(url);
      const from = clock.now;
      await accounts.createAccount('three days', { points: 5, by: 'a test', note: '' });
      await accounts.createKey('three days', { hash: 'three days', last4: 'last', name: '' });
      const at = courier();
      const granted = async () =>
        (await deliveriesOf(id)).find(({ type }) => type === 'points.granted') ?? assert.fail();
      for (let attempts = 1; ; attempts++) {
        await until('it was tried', async () => (await granted()).attempts === attempts);
        const { nextAt, state: now } = await granted();
        if (now === 'failed') break;
        await clock.set(nextAt?.getTime() ?? 0);
        const [outcome] = await accounts.settle([call('three days', 0)]);
        assert.equal(outcome?.kind, 'settled');
      }
      const triedFor = clock.now - from;
      assert.ok(triedFor > 48 * 3_600_000 && triedFor <= 72 * 3_600_000, String(triedFor));
      assert.ok(received.length < 20, String(received.length));
      const [found] = (await accounts.outbox.listWebhooks()).filter((each) => each.id === id);
      assert.deepEqual([found?.waiting, found?.failed], [0, 1]);
      assert.deepEqual(await accounts.outbox.backlog(), { waiting: 0, waitingSince: null });
      // Sent again by hand it is tried as long as a new one.
      state.answer = OK;
      await accounts.outbox.resend((await granted()).number);
      await until('it is sent', async () => (await granted()).state === 'delivered');
      await at.stop();
      await remove();
    });
  });
}
