// What the documentation costs the machine: processor time of one `tools/call`, which anyone may send, from the body of
// the request to the bytes of the answer, against reading the same body as JSON; in turns, as medians. It is measured
// inside the process: from outside, an address is soon over its budget.
import { createDocs } from '../src/docs/docs.ts';
import { createMcp } from '../src/mcp/answer-post.ts';
import { median } from './support/load.ts';
import { numberSetting } from './support/setting.ts';

const ROUNDS = numberSetting('ROUNDS');
const CALLS = 2_000;
const STATELESS = '2026-07-28';

const calls = [
  { name: 'docs.search', arguments: { query: 'how are points charged' } },
  { name: 'docs.get_page', arguments: { id: 'api/market/focus' } },
  { name: 'api.get_endpoint', arguments: { path: '/api/public/sub-market/tags' } },
  { name: 'api.get_openapi', arguments: { path: '/api/public/sub-market/tags' } },
];
const _meta = {
  'io.modelcontextprotocol/protocolVersion': STATELESS,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const cases = calls.flatMap((params) => [
  { name: params.name, params, headers: { version: undefined, method: undefined, name: undefined } },
  {
    name: `${params.name}, ${STATELESS}`,
    params: { ...params, _meta },
    headers: { version: STATELESS, method: 'tools/call', name: params.name },
  },
]);

const mcp = createMcp(createDocs());
const rows = new Map<string, object>();
for (const { name, params, headers } of cases) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const ask = () => mcp(body, headers, async (work) => work());
  const answer = await ask();
  if (!answer?.body?.includes('"content"')) throw new Error(`${name} answered ${answer?.body}`);
  const rounds: { call: number; json: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ call: await microseconds(ask), json: await microseconds(async () => JSON.parse(body)) });
  }
  rows.set(name, {
    bytes: answer.body.length,
    'µs a call': Number(median(rounds.map(({ call }) => call)).toFixed(1)),
    'µs to read the body': Number(median(rounds.map(({ json }) => json)).toFixed(1)),
    'calls a core can answer in a second': Math.round(1e6 / median(rounds.map(({ call }) => call))),
  });
}
console.log(`tools/call, medians of ${ROUNDS} rounds of ${CALLS} calls`);
console.table(Object.fromEntries(rows));

async function microseconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < CALLS; i++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}
