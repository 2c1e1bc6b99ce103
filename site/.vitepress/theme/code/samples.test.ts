/** Code samples send exactly the displayed request and read private API keys from the environment. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import type { Asked } from '../call/call.ts';
import { highlight } from './highlight.ts';
import { jsonPieces } from './json-pieces.ts';
import { CODE_LANGUAGES, codeOf } from './samples.ts';

const origin = 'http://127.0.0.1:8080';
const odd: Asked = {
  path: '/api/public/trends/sub-market',
  parameters: [
    ['category', `Women's "best" \\ $HOME & more`],
    ['sub', '冷氣'],
    ['start', '2026-05-11'],
  ],
};
const plain: Asked = { path: '/api/public/overview/payment', parameters: [] };

test('a shell passes on exactly what was asked', () => {
  const code = codeOf('curl', [odd], { origin });
  const words = execFileSync('sh', ['-c', code.replace('curl', `printf '%s\\n'`)], {
    encoding: 'utf8',
    env: { ...process.env, MDQ_KEY: 'the-key' },
  }).split('\n');
  const [category, sub] = odd.parameters.map(([name, value]) => `${name}=${value}`);
  assert.deepEqual(words.slice(0, -1), [
    '--get',
    `${origin}${odd.path}`,
    ...['-H', 'x-api-key: the-key', '-H', 'Prefer: handling=strict'],
    ...['--data-urlencode', category, '--data-urlencode', sub, '-d', 'start=2026-05-11'],
  ]);
});

test('TypeScript reads exactly what was asked', () => {
  const code = stripTypeScriptTypes(codeOf('typescript', [odd], { origin }));
  const [, query = ''] = /client\.get\('[^']+', (\{[\s\S]*?\n\})\)/.exec(code) ?? [];
  assert.deepEqual(new Function(`return ${query}`)(), Object.fromEntries(odd.parameters));
  assert.match(code, /strict: true/);
});

test('JavaScript asks for exactly what was asked, with every call of a comparison', async () => {
  const asked: Request[] = [];
  const fetch = (address: string, init: RequestInit) => {
    asked.push(new Request(address, init));
    return Promise.resolve(Response.json({ data: {} }));
  };
  const code = codeOf('javascript', [odd, plain], { origin, publicKey: 'a-key' });
  const run = new Function('fetch', 'console', `return (async () => {${code}})()`);
  await run(fetch, { log: () => undefined });
  const addresses = asked.map(({ url }) => new URL(url));
  assert.deepEqual(
    addresses.map(({ pathname }) => pathname),
    [odd.path, plain.path],
  );
  assert.deepEqual(addresses.map(({ searchParams }) => [...searchParams])[0], odd.parameters);
  assert.equal(asked[0]?.headers.get('prefer'), 'handling=strict');
  assert.equal(asked[1]?.headers.get('x-api-key'), 'a-key');
});

test('Python names the method of the path and what was asked', () => {
  const code = codeOf('python', [odd], { origin });
  assert.match(code, /MarketData\("[^"]+", strict=True\)/);
  assert.match(code, /client\.trends_sub_market\(\n {4}category="Women's \\"best\\"/);
  assert.match(codeOf('python', [plain], { origin }), /client\.overview_payment\(\)/);
});

test('a public key stands in the code, and any other is read from the environment', () => {
  for (const language of CODE_LANGUAGES) {
    assert.match(codeOf(language, [plain], { origin, publicKey: 'mdk_test_ok' }), /mdk_test_ok/);
    assert.doesNotMatch(codeOf(language, [plain], { origin, publicKey: 'mdk_test_ok' }), /MDQ_KEY/);
    assert.match(codeOf(language, [plain], { origin }), /MDQ_KEY/);
  }
});

test('every call of a comparison is in the code', () => {
  const other = { ...odd, parameters: [['category', 'Tea'] as const] };
  for (const language of CODE_LANGUAGES) {
    const code = codeOf(language, [odd, other], { origin });
    assert.equal(code.split(language === 'python' ? 'trends_sub_market' : odd.path).length, 3, language);
    assert.match(code, /Tea/);
  }
});

test('colours change no character of the code', () => {
  for (const language of CODE_LANGUAGES) {
    const code = codeOf(language, [odd, plain], { origin });
    const pieces = highlight(language, code);
    assert.equal(pieces.map(({ text }) => text).join(''), code);
    assert.ok(pieces.some(({ kind }) => kind === 'string') && pieces.some(({ kind }) => kind === 'keyword'));
  }
});

test('JSON for reading is the same JSON, and its fields know their place', () => {
  const answer = {
    code: 200,
    data: { start: '2026-05-11', items: [{ name: 'Tea', amount: 1.5 }], none: [] },
  };
  const pieces = jsonPieces(answer);
  assert.deepEqual(JSON.parse(pieces.map(({ text }) => text).join('')), answer);
  assert.deepEqual(
    pieces.flatMap(({ field }) => (field === undefined ? [] : [field])),
    ['code', 'data', 'data.start', 'data.items', 'data.items[].name', 'data.items[].amount', 'data.none'],
  );
});
