/** What the guide to spreadsheets and notebooks gives to be pasted reads the table that the service answers with. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { DuckDBInstance } from '@duckdb/node-api';
import { withAddress } from '../../../src/docs/examples/example-address.ts';
import { sandboxKey } from '../../../src/sandbox/keys.ts';
import { codeFences } from '../../support/code-fences.ts';
import { cleanEnvironment } from '../../support/command.ts';
import { spawnServer } from '../../support/server-process.ts';
import { dataFolderFor } from '../../support/stores/data-folder.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const data = await dataFolderFor({ after }, { HOST: '127.0.0.1', MDQ_SANDBOX_RATE: '10000' });
// A process of its own: programs are waited for synchronously here.
const { url, end } = await spawnServer(data.env);
after(() => end('SIGTERM'));

const PAGES = [
  ['guides/spreadsheets.md', 'Home & Living', sandboxKey('en')],
  ['guides/zh/spreadsheets.md', '居家生活', sandboxKey('zh-TW')],
] as const;

for (const [page, category, key] of PAGES) {
  suite(page, () => {
    const fences = codeFences(withAddress(readFileSync(join(root, page), 'utf8'), url));
    const code = (language: string) => fences.findLast((fence) => fence.language === language)?.code ?? '';
    const path = `/api/public/trends/market?category=${encodeURIComponent(category)}`;
    const table = async () =>
      (await fetch(url + path, { headers: { 'x-api-key': key, accept: 'text/csv' } })).text();

    const rowsOf = (text: string) =>
      text
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));

    /** What the Apps Script puts into the sheet: Google's services are here as far as it uses them. */
    const filled = (fetchAnswer: typeof fetchNow): unknown => {
      let values: unknown;
      const google = {
        PropertiesService: { getScriptProperties: () => ({ getProperty: () => key }) },
        UrlFetchApp: { fetch: fetchAnswer },
        Utilities: { parseCsv: rowsOf },
        SpreadsheetApp: {
          getActiveSheet: () => ({
            clearContents: () => undefined,
            getRange: (...place: number[]) => ({
              setValues: (given: readonly unknown[][]) => {
                assert.deepEqual(place, [1, 1, given.length, given[0]?.length]);
                values = given;
              },
            }),
          }),
        },
      };
      runInNewContext(`${code('js')}\nimportTrend();`, google);
      return values;
    };

    test('the Apps Script fills the sheet with the rows of the answer, and with no formula', async () => {
      const rows = rowsOf(await table());
      assert.deepEqual(filled(fetchNow), rows);
      assert.equal(rows.length, 13);
      const names = ['=IMPORTXML("x")', '+1+1', '-1+1', '@SUM(A1)', '\t=1+1'];
      const others = ['Tea', '-5.2', '+3', '0', '', '2026-06-01', "'=1"];
      const text = `name\r\n${[...names, ...others].join('\r\n')}`;
      assert.deepEqual(
        filled(() => ({ getResponseCode: () => 200, getContentText: () => text })),
        [['name'], ...names.map((name) => [`'${name}`]), ...others.map((other) => [other])],
      );
    });

    /** A folder with the table in it, as a reader has saved it. */
    const saved = async (t: TestContext) => {
      const folder = await temporaryFolder(t);
      await writeFile(join(folder, 'trend.csv'), await table());
      return folder;
    };

    test('DuckDB reads the file, with the types of its columns', async (t) => {
      const folder = await saved(t);
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      t.after(() => connection.closeSync());
      const sql = code('sql').replace('trend.csv', join(folder, 'trend.csv'));
      const rows = await (await connection.runAndReadAll(sql)).getRows();
      assert.deepEqual(
        rows.map(([month]) => month),
        ['2026-03', '2026-04', '2026-05', '2026-06'],
      );
      assert.equal(Math.round(rows.reduce((sum, [, amount]) => sum + Number(amount), 0) * 100), 638_394_609);
    });

    test('pandas reads the answer, where it is installed', async (t) => {
      if (spawnSync('python3', ['-c', 'import pandas']).status !== 0) return t.skip('needs pandas');
      const folder = await temporaryFolder(t);
      const client = await fetch(`${url}/developers/market_data.py`);
      await writeFile(join(folder, 'market_data.py'), await client.text());
      await writeFile(join(folder, 'notebook.py'), code('python'));
      const { PYTHONPATH = '' } = process.env;
      const env = cleanEnvironment({ MDQ_URL: url, MDQ_KEY: key, PYTHONPATH });
      const printed = execFileSync('python3', ['notebook.py'], { cwd: folder, env, encoding: 'utf8' });
      assert.match(printed, /mean\s+531995\.5/);
    });

    test('LibreOffice opens the file with the options of the guide, where it is installed', async (t) => {
      if (spawnSync('soffice', ['--version']).status !== 0) return t.skip('needs LibreOffice');
      const folder = await saved(t);
      // Comma, quotes, UTF-8, from the first line, English (USA), special numbers detected.
      const opened = '--infilter=CSV:44,34,76,1,,1033,false,true';
      const office = (...args: string[]) =>
        execFileSync('soffice', [`-env:UserInstallation=file://${folder}/profile`, '--headless', ...args], {
          ...{ cwd: folder, encoding: 'utf8', stdio: 'pipe' },
        });
      office('--convert-to', 'fods', opened, 'trend.csv');
      const sheet = await readFile(join(folder, 'trend.fods'), 'utf8');
      const [, ...lines] = (await table()).trim().split('\r\n');
      for (const line of lines) {
        const [week = '', , amount = ''] = line.split(',').slice(-5);
        assert.ok(sheet.includes(`office:value-type="date" office:date-value="${week}"`), week);
        assert.ok(sheet.includes(`office:value-type="float" office:value="${Number(amount)}"`), amount);
      }
    });

    test('R reads the file, where it is installed', async (t) => {
      if (spawnSync('Rscript', ['--version']).status !== 0) return t.skip('needs R');
      const folder = await saved(t);
      const program = `${code('r')}\ncat(sum(trend$trade_count), class(trend$week_start))`;
      await writeFile(join(folder, 'trend.R'), program);
      assert.equal(execFileSync('Rscript', ['trend.R'], { cwd: folder, encoding: 'utf8' }), '5839 Date');
    });
  });
}

/** A script at Google waits for its answer. */
function fetchNow(address: string, { headers }: { headers: Record<string, string> }) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const text = execFileSync('curl', ['--silent', '--write-out', '%{http_code}', ...given, address], {
    encoding: 'utf8',
  });
  return { getResponseCode: () => Number(text.slice(-3)), getContentText: () => text.slice(0, -3) };
}
