/** The guide "Disclosure control" shows what the service really answers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/settings/config.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { writeCsv } from '../support/order-files.ts';
import { publishedSnapshot } from '../support/reference/published-answers.ts';
import { WORST_CASE_ENV, worstCaseRows, worstCaseTable } from '../support/reference/worst-case.ts';
import { openDemoFolder } from '../support/stores/data-folder.ts';
import { temporaryFolder } from '../support/workplace.ts';

const PAGE = readFileSync(new URL('../../guides/disclosure-control.md', import.meta.url), 'utf8');

test('the worst cases in the guide are what is shown of them', async (t) => {
  const folder = await temporaryFolder(t);
  const warehouse = await openWarehouse(readConfig({ DATA_DIR: join(folder, 'data'), ...WORST_CASE_ENV }));
  await warehouse.import({ files: [await writeCsv(join(folder, 'orders.csv'), worstCaseRows())] });
  const table = worstCaseTable(await publishedSnapshot(warehouse));
  assert.ok(PAGE.includes(table), `guides/disclosure-control.md must hold this table:\n${table}`);
});

test('the report in the guide is that of the demo data', async (t) => {
  const data = await openDemoFolder();
  t.after(() => data.remove());
  const report = await data.succeed(
    'privacy',
    'report',
    '--people',
    '5',
    '--merchants',
    '3',
    '--share',
    '80',
  );
  // The guide leaves out most rows.
  const [, shown = ''] = /```text\n(Disclosure control is off: [^`]+)\n```/.exec(PAGE) ?? [];
  const parts = shown.split('\n…\n');
  assert.ok(parts.length > 1);
  for (const part of parts)
    assert.ok(report.includes(part), `guides/disclosure-control.md has\n${part}\nwhich is not in\n${report}`);
});
