import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ORDERS = `order_id,ordered_at,category,sub_category,product_id,amount
1,2026-06-01,Tea,Oolong,P1,80
2,2026-06-02,Tea,Oolong,P1,100
3,2026-06-02,Tea,Oolong,P1,200
`;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The code blocks of the walk-through: the new file, and the one line. */
async function walkThrough(): Promise<{ path: string; file: string; line: string }> {
  const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = page.slice(page.indexOf('## Add an endpoint'));
  const [file = '', line = ''] = [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(
    (match) => match[1] ?? '',
  );
  return { path: /`(src\/endpoints\/[\w-]+\.ts)`/.exec(section)?.[1] ?? '', file, line };
}

test('an endpoint is added with one file and one line', async (t) => {
  const copy = await mkdtemp(join(tmpdir(), 'mdq-copy-'));
  t.after(() => rm(copy, { recursive: true, force: true }));
  for (const name of ['src', 'guides', 'mdq', 'package.json', 'CHANGELOG.md'])
    await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));

  const { path, file, line } = await walkThrough();
  await writeFile(join(copy, path), file);
  await appendFile(join(copy, 'src/endpoints/list.ts'), line);

  const env = { ...process.env, DATA_DIR: join(copy, 'data'), PORT: '0' };
  const mdq = async (...args: string[]) =>
    JSON.parse((await run(join(copy, 'mdq'), [...args, '--json'], { env })).stdout) as Record<string, string>;
  await writeFile(join(copy, 'orders.csv'), ORDERS);
  await mdq('import', join(copy, 'orders.csv'));
  await mdq('account', 'create', 'tester', '--points', '100');
  const { key = '' } = await mdq('key', 'create', 'tester');

  const server = spawn(join(copy, 'mdq'), ['serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [started] = await once(server.stdout, 'data');
    const { url } = JSON.parse(String(started)) as { url: string };
    for (const [day, current, previous, points] of [
      ['2026-06-02', 150, 80, '15'],
      ['2026-06-01', 80, null, '15'],
      ['2026-06-03', 0, null, '0'],
    ] as const) {
      const answer = await fetch(`${url}/api/public/sub-market/basket?start=${day}&end=${day}`, {
        headers: { 'x-api-key': key },
      });
      assert.deepEqual(await answer.json(), {
        code: 200,
        data: {
          type: 'sub-market-basket',
          category: 'Tea',
          subCategory: 'Oolong',
          start: day,
          end: day,
          current,
          previous,
        },
      });
      assert.equal(answer.headers.get('x-points-charged'), points);
    }
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});
