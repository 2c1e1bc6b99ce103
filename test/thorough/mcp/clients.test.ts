/** The official clients of both generations, the inspector and the conformance suite, on the real server. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ARGUMENTS, STATELESS, TOOLS } from '../../mcp/rpc.ts';
import { cleanEnvironment, type Outcome } from '../../support/command.ts';
import { startService } from '../../support/service.ts';
import { HANG_MS } from '../../support/until.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const service = await startService();
after(() => service.stop());
const address = new URL('/api/mcp', service.url);
const home = await temporaryFolder({ after });

const ME = { name: 'tester', version: '1' };
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What both generations of clients have in common. */
type AnyClient = {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
};

/** Lists and calls everything; the client itself checks each answer against the schemas of the protocol. */
async function useEverything(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOLS,
  );
  for (const name of TOOLS) {
    const { content, isError } = (await client.callTool({ name, arguments: ARGUMENTS[name] ?? {} })) as {
      content: unknown[];
      isError?: boolean;
    };
    assert.ok(content.length === 1 && !isError, name);
  }
  const unknown = (await client.callTool({ name: 'docs.get_page', arguments: { id: 'nope' } })) as {
    isError: boolean;
  };
  assert.equal(unknown.isError, true);
  await assert.rejects(client.callTool({ name: 'market.focus' }), (error: { code: number; data: object }) => {
    assert.equal(error.code, -32602);
    assert.equal((error.data as { path: string }).path, '/api/public/market/focus');
    return true;
  });
  await client.close();
}

test('the client of the first generation uses everything', async () => {
  const client = new Client(ME);
  await client.connect(new StreamableHTTPClientTransport(address) as Transport);
  assert.match(String(client.getInstructions()), /docs\.search/);
  await client.ping();
  await useEverything(client);
});

const NEGOTIATIONS: [string, VersionNegotiationMode, string][] = [
  ['as it likes', 'auto', STATELESS],
  ['without a handshake', { pin: STATELESS }, STATELESS],
  ['with a handshake', 'legacy', '2025-11-25'],
];

for (const [how, mode, version] of NEGOTIATIONS) {
  test(`the client of the second generation uses everything, ${how}`, async () => {
    const client = new NewClient(ME, { versionNegotiation: { mode } });
    await client.connect(new NewTransport(address));
    assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.equal(client.getServerVersion()?.version, '2026-06-09');
    await useEverything(client);
  });
}

function runScript(script: string, args: readonly string[]): Promise<Outcome> {
  const env = { ...cleanEnvironment({}), HOME: home, NO_COLOR: '1' };
  const options = { cwd: home, env, maxBuffer: 1 << 26, timeout: HANG_MS };
  return new Promise((resolve) => {
    const file = join(root, 'node_modules/@modelcontextprotocol', script);
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

const INSPECTOR = 'inspector/clients/launcher/build/index.js';

test('the inspector finds nothing to say about the tools', async () => {
  const { code, stdout, stderr } = await runScript(INSPECTOR, [
    '--cli',
    address.href,
    '--method',
    'tools/list',
    '--strict',
  ]);
  assert.equal(code, 0, stderr);
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOLS,
  );
});

for (const revision of [STATELESS, '2025-11-25']) {
  test(`the conformance suite has nothing against ${revision} but features that are not offered`, async () => {
    const { code, stdout, stderr } = await runScript('conformance/dist/index.js', [
      'server',
      '--url',
      address.href,
      '--requirements',
      revision,
      '--expected-failures',
      join(root, 'test/mcp/conformance-expected-failures.yml'),
    ]);
    const verdict = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
    assert.equal(code, 0, verdict + stderr);
    assert.match(verdict, /Baseline check passed/);
  });
}
