/** Nothing that arrives at the port stops the server, makes it forget itself, or takes points without an answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attack } from '../../support/attack/run.ts';
import { trials } from '../../support/effort.ts';
import { seedOf } from '../../support/seed.ts';

const COUNT = trials(10_000);

test(`${COUNT} malformed requests: no crash, no 500, no hang, nothing kept, nothing charged unanswered`, async (t) => {
  const seed = seedOf(t);
  const { answers, charged, memory, files } = await attack({ seed, count: COUNT });
  t.diagnostic(
    `answers by status: ${JSON.stringify(Object.fromEntries([...answers].sort()))}; ${charged} charges`,
  );
  t.diagnostic(`memory ${JSON.stringify(memory)}, open files ${JSON.stringify(files)}`);
  for (const status of [200, 400, 401, 404, 405, 431])
    assert.ok(answers.has(status), `no ${status} among the answers`);
});
