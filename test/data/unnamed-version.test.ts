/** A change that is in the lines is done, also where its version cannot be named after it: the next writer names it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { FilePublications } from '../../src/warehouse/duckdb/publications.ts';
import { jsonLines } from '../support/json-lines.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';
import { HEADER } from '../support/stores/intake-place.ts';

for (const step of ['note', 'name'] as const) {
  test(`an import whose version cannot be ${step}d has come in, and the next writer publishes it`, async (t) => {
    const data = await dataFolderFor(t);
    const write = async (name: string, rows: readonly string[]) => {
      await writeFile(join(data.path, name), [HEADER, ...rows, ''].join('\n'));
      return join(data.path, name);
    };
    await data.succeed('account', 'create', 'acme');
    await data.succeed('webhook', 'add', 'https://example.com/');
    const toldOf = async () =>
      jsonLines<{ type: string }>(await data.succeed('webhook', 'deliveries', '--json')).filter(
        ({ type }) => type === 'data.published',
      ).length;
    await data.succeed('import', await write('a.csv', ['1,2025-03-03,A,B,P,10']));
    const file = await write('b.csv', ['2,2025-03-04,A,B,P,20']);

    const fault = t.mock.method(FilePublications.prototype, step, async () => {
      throw new Error('ENOSPC: no space left on device');
    });
    const { code, stdout, stderr } = await data.mdq('import', file);
    fault.mock.restore();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Imported 1 line of 1 order/);
    assert.match(
      stderr,
      /^It is done, but not published yet: ENOSPC: no space left on device\. The next change publishes it, as does "mdq refresh"\.$/m,
    );
    assert.ok(!existsSync(join(data.path, 'import-failed.json')));
    const log = jsonLines<{ operation: string; outcome: string }>(await data.succeed('log', '--json'));
    assert.deepEqual(
      log.filter(({ operation }) => operation === 'import').map(({ outcome }) => outcome),
      ['begun', 'ended', 'begun', 'ended'],
    );
    assert.equal(JSON.parse(await data.succeed('status', '--json')).version, 1);
    assert.equal(await toldOf(), 1, 'nobody is told of a version that is not out');

    // The same again changes nothing, and publishes what was done.
    assert.equal(JSON.parse(await data.succeed('import', file, '--json')).published, false);
    const { version, totalOrders } = JSON.parse(await data.succeed('status', '--json'));
    assert.deepEqual([version, totalOrders], [2, 2]);
    assert.equal(await toldOf(), 2);
  });
}
