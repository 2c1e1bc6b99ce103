/**
 * A part of the suites once more on the scaled profile (PostgreSQL, two ClickHouse shards, two replicas), on servers that
 * they share. CONTRIBUTING.md says how to run all of them there; test/thorough/data/twenty-kills.test.ts is its crash suite.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cluster } from '../../support/clickhouse/cluster.ts';
import { whyNoClickhouse } from '../../support/clickhouse/servers.ts';
import { cleanEnvironment } from '../../support/command.ts';
import { isEverythingRun } from '../../support/effort.ts';
import { noDatabase, sharedPostgres } from '../../support/stores/postgres.ts';

/** By file: which of its tests, where not all. */
const SUITES: Record<string, string | undefined> = {
  'api/contract.test.ts': 'every answer is one that the OpenAPI document describes',
  ...(isEverythingRun && {
    'api/figures.test.ts': 'another time zone, period, audience and default category',
    'data/imports.test.ts': 'an order that arrives again replaces itself',
  }),
  'api/idempotency.test.ts': undefined,
  'api/keys.test.ts': 'a deactivated key is refused from the very next call|grace time is over',
};

const suite = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

describe('on PostgreSQL, two ClickHouse shards and two replicas, a part of the suites', {
  skip: whyNoClickhouse || (noDatabase ?? false),
}, () => {
  for (const [file, names] of Object.entries(SUITES)) {
    test(`${file}${names ? `: ${names.replaceAll('|', ', ')}` : ''}`, async (t) => {
      const [shards, postgres] = await Promise.all([cluster(), sharedPostgres()]);
      const child = spawn(
        process.execPath,
        [
          ...['--disable-warning=ExperimentalWarning', '--test', '--test-reporter=spec'],
          ...(names ? [`--test-name-pattern=${names}`] : []),
          suite(file),
        ],
        {
          env: cleanEnvironment({
            MDQ_TEST_PROFILE: 'scaled',
            MDQ_TEST_POSTGRES: postgres,
            MDQ_TEST_CLICKHOUSE: shards.url(''),
          }),
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      assert.equal(code, 0, output);
      const passed = Number(/^ℹ pass (\d+)$/m.exec(output)?.[1]);
      assert.ok(passed > 0, `no test has run:\n${output}`);
      t.diagnostic(`${passed} tests passed`);
    });
  }
});
