/** Who brings the first data is told what is off, once; who has accounts is not asked to make one. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { MDQ } from '../support/command.ts';
import { writeCsv } from '../support/order-files.ts';
import { row } from '../support/reference/made-cases.ts';
import { type DataFolder, dataFolderFor } from '../support/stores/data-folder.ts';

const OFF = /^Disclosure control is off: .* "mdq privacy report"/m;

function ordersIn(data: DataFolder): Promise<string> {
  return writeCsv(join(data.path, 'orders.csv'), [
    row({ order_id: '1', ordered_at: '2025-03-03', category: 'A', sub_category: 'B', amount: '1' }),
  ]);
}

test('the first import says that disclosure control is off; later ones do not, nor one that has it on', async (t) => {
  const data = await dataFolderFor(t);
  const file = await ordersIn(data);
  assert.match(await data.succeed('import', file), OFF);
  assert.doesNotMatch(await data.succeed('import', file), OFF);

  const careful = await dataFolderFor(t, { MDQ_MIN_PEOPLE: '5' });
  assert.doesNotMatch(await careful.succeed('import', await ordersIn(careful)), OFF);
});

test('mdq serve says how to make an account only where there is none', async (t) => {
  const data = await dataFolderFor(t, { PORT: '0' });
  const asks = async () => {
    const server = spawn(MDQ, ['serve'], { env: data.env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(server, 'exit');
    const [greeting] = await once(server.stdout, 'data');
    server.kill('SIGTERM');
    await exited;
    return String(greeting).includes('mdq account create');
  };
  assert.equal(await asks(), true);
  await data.succeed('account', 'create', 'acme');
  assert.equal(await asks(), false);
});
