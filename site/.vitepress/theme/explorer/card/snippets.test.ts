import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { curlOf, pythonOf, typeScriptOf } from './snippets.ts';

const origin = 'http://127.0.0.1:8080';
const odd = {
  path: '/api/public/trends/sub-market',
  parameters: [
    ['category', `Women's "best" \\ $HOME & more`],
    ['sub', '冷氣'],
    ['start', '2026-05-11'],
  ] as const,
};

test('a shell passes on exactly what was asked', () => {
  const words = execFileSync('sh', ['-c', curlOf(origin, odd).replace('curl', `printf '%s\\n'`)], {
    encoding: 'utf8',
    env: { ...process.env, MDQ_KEY: 'the-key' },
  }).split('\n');
  assert.deepEqual(words.slice(0, -1), [
    '--get',
    `${origin}${odd.path}`,
    '-H',
    'x-api-key: the-key',
    '-H',
    'Prefer: handling=strict',
    ...odd.parameters.flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`]),
  ]);
});

test('TypeScript reads exactly what was asked', () => {
  const code = stripTypeScriptTypes(typeScriptOf(origin, odd));
  const [, query = ''] = /client\.get\('[^']+', (\{[\s\S]*?\n\})\)/.exec(code) ?? [];
  assert.deepEqual(new Function(`return ${query}`)(), Object.fromEntries(odd.parameters));
  assert.match(code, /strict: true/);
});

test('Python names the method of the path and what was asked', () => {
  assert.match(pythonOf(origin, odd), /MarketData\("[^"]+", strict=True\)/);
  assert.match(pythonOf(origin, odd), /client\.trends_sub_market\(\n {4}category="Women's \\"best\\"/);
  const plain = { path: '/api/public/overview/payment', parameters: [] };
  assert.match(pythonOf(origin, plain), /client\.overview_payment\(\)/);
});

test('without parameters both are short', () => {
  const plain = { path: '/api/public/overview/payment', parameters: [] };
  assert.equal(curlOf(origin, plain), `curl '${origin}${plain.path}' \\\n  -H "x-api-key: $MDQ_KEY"`);
  assert.match(typeScriptOf(origin, plain), /await client\.get\('\/api\/public\/overview\/payment'\);/);
});
