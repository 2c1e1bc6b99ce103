/**
 * What the documentation costs the machine: calls per second of `tools/call` on the real `./mdq serve`, beside a
 * bare Fastify route that takes the same POST and sends the same bytes. The two run in turns, so that whatever
 * else the machine does falls on both.
 *
 *     node bench/mcp.ts
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { startService } from '../test/support/service.ts';

const ROUNDS = 7;
const SECONDS = 2;
const CONNECTIONS = 32;
const GOAL = 0.7;
const SELF = fileURLToPath(import.meta.url);
const JSON_TYPE = { 'content-type': 'application/json' };

interface Case {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'bare') await serveBare(rest[0] ?? '');
else if (mode === 'load') await load(rest[0] ?? '', rest[1] ?? '');
else await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mdq-bench-'));
  const service = await startService();
  try {
    console.log(
      `${hasWrk() ? 'wrk' : 'node client'}, ${CONNECTIONS} connections, ${ROUNDS} × ${SECONDS} s each\n`,
    );
    console.log('| tools/call | bytes | MCP, calls/s | bare, calls/s | ratio | goal |');
    console.log('|---|---|---|---|---|---|');
    for (const one of cases()) console.log(await measure(one, `${service.url}/api/mcp`, folder));
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function cases(): Case[] {
  const calls = [
    { name: 'docs.get_page', arguments: { id: 'api/market/focus' } },
    { name: 'api.get_endpoint', arguments: { path: '/api/public/sub-market/tags' } },
  ];
  const version = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return calls.flatMap((params) => [
    { name: params.name, headers: JSON_TYPE, body: toBody(params) },
    {
      name: `${params.name}, stateless`,
      headers: {
        ...JSON_TYPE,
        'mcp-protocol-version': version,
        'mcp-method': 'tools/call',
        'mcp-name': params.name,
      },
      body: toBody({ ...params, _meta }),
    },
  ]);
}

function toBody(params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

async function measure(one: Case, url: string, folder: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers: one.headers, body: one.body });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!bytes.includes('"structuredContent"')) throw new Error(`${one.name} answered ${bytes}`);
  const file = join(folder, 'bytes');
  await writeFile(file, bytes);
  const bare = await startBare(file);
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (const target of [url, bare.url]) await callsPerSecond(one, target, folder);
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await callsPerSecond(one, url, folder));
      theirs.push(await callsPerSecond(one, bare.url, folder));
    }
  } finally {
    bare.stop();
  }
  const ratio = median(ours.map((calls, i) => calls / (theirs[i] ?? Number.NaN)));
  const cells = [
    one.name,
    bytes.length,
    Math.round(median(ours)),
    Math.round(median(theirs)),
    ratio.toFixed(2),
  ];
  return `| ${cells.join(' | ')} | ${ratio >= GOAL ? 'met' : 'MISSED'} (${GOAL}) |`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function startBare(file: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [SELF, 'bare', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()));
  });
  return { url, stop: () => void child.kill() };
}

async function serveBare(file: string): Promise<void> {
  const bytes = await readFile(file);
  const app = Fastify();
  app.post('/api/mcp', (_request, reply) => reply.header('content-type', 'application/json').send(bytes));
  console.log(`${await app.listen({ host: '127.0.0.1', port: 0 })}/api/mcp`);
}

function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // It prints its version and exits with 1.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

async function callsPerSecond(one: Case, url: string, folder: string): Promise<number> {
  if (!hasWrk()) {
    const { stdout } = await promisify(execFile)(process.execPath, [SELF, 'load', url, JSON.stringify(one)]);
    return Number(stdout);
  }
  const script = join(folder, 'call.lua');
  const headers = Object.entries(one.headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  await writeFile(script, ['wrk.method = "POST"', `wrk.body = [==[${one.body}]==]`, ...headers].join('\n'));
  const { stdout } = await promisify(execFile)('wrk', [
    '--threads=1',
    `--connections=${CONNECTIONS}`,
    `--duration=${SECONDS}s`,
    `--script=${script}`,
    url,
  ]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** Where there is no wrk: the same load from a process of our own. */
async function load(url: string, json: string): Promise<void> {
  const { headers, body } = JSON.parse(json) as Case;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const start = performance.now();
  let calls = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers, agent }, (response) => {
        response.resume().once('end', resolve);
      });
      sent.once('error', reject).end(body);
    });
  const worker = async () => {
    while (performance.now() - start < SECONDS * 1000) {
      await one();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  console.log((calls * 1000) / (performance.now() - start));
  agent.destroy();
}
