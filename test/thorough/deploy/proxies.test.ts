/** The examples for proxies, in front of the real service: nginx and Caddy as Debian has them. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { Agent, request as requestTls } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ERRORS } from '../../../src/errors/callers.ts';
import { cleanEnvironment } from '../../support/command.ts';
import { debianProgram } from '../../support/deploy/debian-program.ts';
import { lastingPort } from '../../support/http/lasting-port.ts';
import { listening } from '../../support/http/own-server.ts';
import { ask } from '../../support/http/raw-http.ts';
import { dataFolderFor, serverFor } from '../../support/stores/data-folder.ts';
import { createAccount, importRows, order } from '../../support/stores/prepare.ts';
import { until } from '../../support/until.ts';
import { openService, PLENTY, temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);
const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8');

const RANKING = '/api/public/overview/ranking';
const NAME = 'api.example.com';
/** What a caller may send to seem to be another. */
const FORGED = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'gopher' };

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Proxy {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  log(): string;
  /** The port without TLS. */
  readonly plainPort: number;
}

const PROXIES = { nginx: startNginx, caddy: startCaddy };

for (const [name, start] of Object.entries(PROXIES)) {
  test(`${name} passes calls on, receipts and all, and keeps metrics and health in the house`, async (t) => {
    const { service, key } = await openService(t, {
      rows: [order('1')],
      env: { MDQ_TRUSTED_PROXIES: '127.0.0.1' },
    });
    const proxy = await start(t, Number(new URL(service.url).port));
    const paid = await proxy.get(RANKING, { 'x-api-key': key });
    assert.equal(paid.status, 200, paid.body);
    assert.match(String(paid.headers['x-points-charged']), /^\d+$/);
    for (const path of ['/metrics', '/healthz', '/readyz', '/readyz?x=1', '/%72eadyz', '//healthz']) {
      const { status, headers, body } = await proxy.get(path);
      assert.deepEqual([status, JSON.parse(body)], [404, { code: 404, msg: 'Not found' }], path);
      assert.equal(headers['content-type'], 'application/json', path);
      assert.equal(headers['x-request-id'], undefined, `${path} is not answered by the service`);
    }
  });

  test(`${name} tells the service who calls, insists on TLS, and answers for a service that is down`, async (t) => {
    const { port, close } = await upstream(t, (request, response) => {
      response.end(JSON.stringify(request.headers));
    });
    const proxy = await start(t, port);
    const seen = JSON.parse((await proxy.get('/', FORGED)).body) as IncomingHttpHeaders;
    assert.deepEqual([seen['x-forwarded-for'], seen['x-forwarded-proto']], ['127.0.0.1', 'https']);
    for (const [path, expected] of [
      [RANKING, [403, undefined]],
      ['/developers', [301, `https://${NAME}/developers`]],
    ] as const) {
      const plain = `http://127.0.0.1:${proxy.plainPort}${path}`;
      const { status, headers } = await ask(plain, { headers: { host: NAME } });
      assert.deepEqual([status, headers.location], expected);
    }
    await close();
    const { status, headers, body } = await proxy.get(RANKING);
    assert.deepEqual([status, headers['retry-after']], [503, '1'], body);
    assert.equal(headers['x-error-code'], ERRORS.busy.code);
    assert.deepEqual(JSON.parse(body), { code: 503, msg: ERRORS.busy.msg });
  });

  test(`${name} never sends a paid call twice, and says of a lost one that it may have been charged`, async (t) => {
    let calls = 0;
    const { port } = await upstream(t, (request, response) => {
      if (request.url === '/readyz') return response.end('ok');
      calls += 1;
      // The first call makes a connection that the proxy keeps; the second is lost on it, perhaps after its charge.
      if (calls === 1) response.end('ok');
      // Half an answer: whoever sends the call again all the same does not do it for a closed connection.
      else request.socket.end('HTTP/1.1 2');
    });
    const proxy = await start(t, port);
    assert.equal((await proxy.get(RANKING)).status, 200);
    const { status, headers, body } = await proxy.get(RANKING);
    assert.deepEqual([status, headers['content-type']], [502, 'application/json']);
    assert.equal(headers['x-error-code'], ERRORS.chargeUnknown.code);
    assert.deepEqual(JSON.parse(body), { code: 502, msg: ERRORS.chargeUnknown.msg });
    assert.equal(calls, 2);
  });
}

/** How a replica goes, and whether callers send an Idempotency-Key. */
const WAYS = { 'is replaced': false, 'is killed, for calls with an Idempotency-Key': true };

for (const [what, isKilled] of Object.entries(WAYS))
  test(`behind Caddy, one replica after the other ${what}: no call fails, none is charged twice`, async (t) => {
    const data = await dataFolderFor(t, { MDQ_DRAIN_SECONDS: '600', MDQ_LOG: 'info' });
    await importRows(data);
    const { key } = await createAccount(data.env, 'acme', PLENTY);
    const ports = [await lastingPort(), await lastingPort()];
    const start = (port: number) => serverFor(t, { ...data.env, PORT: String(port) });
    const replicas = await Promise.all(ports.map(start));
    const caddy = await startCaddy(t, ...ports);

    const [underWay, failures] = [new Set<number>(), [] as string[]];
    let [calls, answered, isOver] = [0, 0, false];
    const caller = async () => {
      while (!isOver) {
        calls += 1;
        const call = calls;
        underWay.add(call);
        const name = isKilled ? { 'idempotency-key': `call-${call}` } : undefined;
        const { status, body } = await caddy.get(RANKING, { 'x-api-key': key, ...name });
        underWay.delete(call);
        if (status === 200) answered += 1;
        else failures.push(`${status} ${body}`);
      }
    };
    const callers = Promise.all(Array.from({ length: 8 }, caller));
    const stop = async () => {
      isOver = true;
      await callers;
    };
    t.after(stop);
    const moreAnswered = async () => {
      const enough = answered + 100;
      await until('calls are answered', () => answered >= enough);
    };

    for (const [place, port] of ports.entries()) {
      await moreAnswered();
      const old = replicas[place];
      if (isKilled) {
        await old?.end('SIGKILL');
        await moreAnswered();
      } else {
        old?.child.kill('SIGTERM');
        const leaving = `"status_code":503,"host":"127.0.0.1:${port}"`;
        await until('Caddy sends it no more calls', () => caddy.log().includes(leaving));
        // The proxy may just be passing one on.
        const before = [...underWay];
        await until('calls of before are answered', () => !before.some((call) => underWay.has(call)));
        // Told again, it waits no longer.
        assert.equal(await old?.end('SIGTERM'), 0);
      }
      const fresh = await start(port);
      await until('the new one is sent calls', () => fresh.log().includes(RANKING));
    }
    await moreAnswered();
    await stop();
    assert.deepEqual(failures, []);
    const audit = JSON.parse(await data.succeed('audit', '--json'));
    assert.deepEqual([audit.ok, audit.calls], [true, answered]);
  });

/** A server in the place of the service, to see what reaches it. */
async function upstream(t: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  const place = await listening(server, t);
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  return { port: Number(place.split(':')[1]), close };
}

async function startNginx(t: TestContext, port: number): Promise<Proxy> {
  const program = await debianProgram('nginx');
  const folder = await temporaryFolder(t);
  // Its workers run as another user.
  await chmod(folder, 0o755);
  const [tlsPort, plainPort] = [await lastingPort(), await lastingPort()];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`],
    ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
  ]);
  const site = read('nginx.conf')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 443', `listen 127.0.0.1:${tlsPort}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('server 127.0.0.1:8080', `server 127.0.0.1:${port}`)
    .replaceAll(`/etc/letsencrypt/live/${NAME}/`, `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((each) => `${each}_temp_path ${folder}/${each};`).join(' ');
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; pid ${folder}/pid; error_log stderr error;
     events {} http { access_log off; ${paths}\n${site} }`,
  );
  const options = ['-p', folder, '-e', 'stderr', '-c', config];
  await run(program, ['-t', '-q', ...options]);
  const { log } = await startProgram(t, program, options, {}, tlsPort);
  return { log, plainPort, get: getter(t, tlsPort, await readFile(join(folder, 'fullchain.pem'))) };
}

async function startCaddy(t: TestContext, ...ports: number[]): Promise<Proxy> {
  const program = await debianProgram('caddy');
  const folder = await temporaryFolder(t);
  const config = join(folder, 'Caddyfile');
  const [tlsPort, plainPort] = [await lastingPort(), await lastingPort()];
  // Certificates of its own, which nothing on this machine is told to trust.
  const here = `default_bind 127.0.0.1
    https_port ${tlsPort}
    http_port ${plainPort}
    local_certs
    skip_install_trust`;
  await writeFile(config, read('Caddyfile').replace(/^\{$/m, `{\n${here}`));
  await mkdir(join(folder, 'home'));
  const env = {
    MDQ_DOMAIN: NAME,
    MDQ_UPSTREAM: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    CADDY_ADMIN: `unix/${folder}/admin.sock`,
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const options = ['--config', config, '--adapter', 'caddyfile'];
  await run(program, ['validate', ...options], { env: cleanEnvironment(env) });
  const { log } = await startProgram(t, program, ['run', ...options], env, tlsPort);
  await until('it has its certificate', () => log().includes('certificate obtained successfully'));
  const ca = await readFile(join(folder, 'caddy/pki/authorities/local/root.crt'));
  const get = getter(t, tlsPort, ca);
  const speaksTls = () => get('/metrics').then(Boolean, () => false);
  await until('it uses it', speaksTls);
  return { log, plainPort, get };
}

/** Calls over TLS, on connections that are kept. */
function getter(t: TestContext, port: number, ca: Buffer): Proxy['get'] {
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  return async (path, headers = {}) => {
    const target = { host: '127.0.0.1', port, servername: NAME, ca, agent };
    const request = requestTls({ ...target, path, headers: { host: NAME, ...headers } }).end();
    const [response] = await once(request, 'response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
}

/** Starts it, waits until it listens, and ends it with the test. */
async function startProgram(
  t: TestContext,
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  port: number,
): Promise<Pick<Proxy, 'log'>> {
  const child = spawn(program, args, { env: cleanEnvironment(env), stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    complaints += said;
  });
  t.after(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await until('it listens', async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${complaints}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(Boolean, () => false);
    socket.destroy();
    return isOpen;
  });
  return { log: () => complaints };
}
