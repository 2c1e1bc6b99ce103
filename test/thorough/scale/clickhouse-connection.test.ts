/** How a connection to ClickHouse is made, and what is said where none can be. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { readConfig } from '../../../src/settings/config.ts';
import { Server } from '../../../src/warehouse/clickhouse/server/server.ts';
import { atEnd } from '../../support/at-end.ts';
import { startClickhouse, type TestServers, whyNoClickhouse } from '../../support/clickhouse/servers.ts';
import { run } from '../../support/command.ts';
import { listening } from '../../support/http/own-server.ts';
import { writeCsv } from '../../support/order-files.ts';
import {
  assertMistake,
  type DataFolder,
  dataFolderFor,
  runShortly,
} from '../../support/stores/data-folder.ts';
import { order } from '../../support/stores/prepare.ts';

describe('a connection to ClickHouse', { skip: whyNoClickhouse }, () => {
  let servers: TestServers;
  let data: DataFolder;
  let url: string;
  let file: string;
  before(async () => {
    servers = await startClickhouse(1);
    atEnd(() => servers.stop());
    data = await dataFolderFor({ after: atEnd });
    url = servers.url(await servers.makeDatabase());
    file = await writeCsv(join(data.path, 'rows.csv'), [order('1')]);
    await at(url, 'warehouse', 'setup');
  });

  const at = (address: string, ...args: string[]) => run({ ...data.env, WAREHOUSE_URL: address }, args);
  const host = () => servers.hosts[0] ?? '';
  /** A certificate that signs itself. */
  const certificate = async (name: string) => {
    const [key, cert] = [join(data.path, `${name}.key`), join(data.path, `${name}.crt`)];
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ]);
    return { key: await readFile(key), cert: await readFile(cert), path: cert };
  };

  test('over TLS: with its authority it works, without it or with another it is one line that says so', async (t) => {
    const { key, cert, path } = await certificate('server');
    const other = await certificate('other');
    const [name = '', port = ''] = host().split(':');
    const front = createTlsServer({ key, cert }, (socket) => {
      const behind = connect(Number(port), name);
      socket.on('error', () => behind.destroy());
      behind.on('error', () => socket.destroy());
      socket.pipe(behind).pipe(socket);
    });
    const secure = await listening(front, t);
    const safe = url.replace('clickhouse:', 'clickhouses:').replace(host(), secure);
    const untrusted = /certificate is not trusted; NODE_EXTRA_CA_CERTS names a file/;
    assertMistake(await at(safe, 'import', file), untrusted);
    const importTrusting = (authority: string) =>
      run({ ...data.env, WAREHOUSE_URL: safe, NODE_EXTRA_CA_CERTS: authority }, ['import', file]);
    assertMistake(await importTrusting(other.path), untrusted);
    const imported = await importTrusting(path);
    assert.equal(imported.code, 0, imported.stderr);
    // Each way round: TLS where there is none, and none where there is TLS.
    const none = url.replace('clickhouse:', 'clickhouses:');
    assertMistake(await at(none, 'status'), /\(EPROTO: no TLS connection can be made; .*use clickhouse:/);
    assertMistake(
      await at(url.replace(host(), secure), 'status'),
      /Cannot reach the ClickHouse server .* \((HPE_\w+: .*use clickhouses:|ECONNRESET: it closed the connection)/,
    );
  });

  test('nothing that answers as ClickHouse does: the reason is there, in words, and no read-only command speaks of changes', async (t) => {
    const closing = createServer((socket) => socket.destroy());
    const website = createHttpServer((_, response) => response.writeHead(404).end());
    for (const [place, says] of [
      ['127.0.0.1:1', /ECONNREFUSED: nothing listens there/],
      ['no-such-host.invalid:8123', /(ENOTFOUND|EAI_AGAIN): (there is no host of that name|the name cannot)/],
      [await listening(closing, t), /ECONNRESET: it closed the connection/],
      [await listening(website, t), /\(it (gives no reason|says "\S.*")\)/],
    ] as const) {
      const outcome = await at(url.replace(host(), place), 'status');
      assertMistake(outcome, says);
      assert.match(outcome.stderr, /Cannot reach the ClickHouse server .* see that it runs/);
      assert.doesNotMatch(outcome.stderr, /nothing was changed/i);
    }
    const importing = await at(url.replace(host(), '127.0.0.1:1'), 'import', file);
    assertMistake(importing, /ECONNREFUSED.*Nothing was changed/);
  });

  test('more lines of one than can be grouped on disk are told, with what to do', async () => {
    const { warehouse } = readConfig({ WAREHOUSE_URL: url });
    assert.ok(warehouse);
    const server = new Server(warehouse, host());
    try {
      await assert.rejects(
        server.run('SELECT arrayWithConstant(20000000000, 1)'),
        /has more in one group .* set max_bytes_before_external_group_by .* for the user in WAREHOUSE_URL/,
      );
    } finally {
      await server.close();
    }
  });

  test('a clock that is an hour off, and a server that is too old, are told before anything is written', async (t) => {
    const ahead = new URL('../../support/faults/clock-ahead.mjs', import.meta.url);
    const env = { ...data.env, WAREHOUSE_URL: url, NODE_OPTIONS: `--import=${ahead}` };
    for (const args of [['import', file], ['warehouse', 'setup'], ['serve']])
      assertMistake(
        await runShortly(env, args),
        /The clocks of this machine and of the ClickHouse server .* must agree; they are 60 minutes apart/,
      );

    // The same server, which says that it is an older one.
    const old = createHttpServer(async (asked, response) => {
      const query = (await text(asked)).replace('version()', "'24.3.1.1'");
      const passed = request(
        {
          host: '127.0.0.1',
          port: host().split(':')[1],
          path: asked.url,
          method: asked.method,
          headers: { ...asked.headers, 'content-length': Buffer.byteLength(query), 'transfer-encoding': '' },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        },
      );
      passed.end(query);
    });
    const older = url.replace(host(), await listening(old, t));
    for (const command of [
      ['import', file],
      ['warehouse', 'setup'],
    ])
      assertMistake(await at(older, ...command), /ClickHouse must be 24\.8 or later; .* runs 24\.3\.1\.1/);
  });
});
