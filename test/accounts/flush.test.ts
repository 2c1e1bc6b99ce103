/**
 * What is answered has been charged on disk, not only in the memory of the machine: a power cut, unlike a killed
 * process, would show the difference. So the calls to the operating system are looked at.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { MDQ } from '../support/command.ts';
import {
  NOT_ON_DISK,
  stepsOf,
  toldTooSoon,
  tracedBy,
  tracedProcess,
  whyNotTraceable,
} from '../support/faults/flush-trace.ts';
import { ask } from '../support/http/raw-http.ts';
import { writeCsv } from '../support/order-files.ts';
import { spawnServer } from '../support/server-process.ts';
import { dataFolderFor } from '../support/stores/data-folder.ts';
import { temporaryFolder } from '../support/workplace.ts';
import { yearOfOrders } from '../support/year-of-orders.ts';

const CALLS = 40;
const CATEGORIES = '/api/public/meta/categories';
const isAnswer = (text: string) => text.includes('HTTP/1.1 200');
const obstacle = await whyNotTraceable();

test('every answer that was charged leaves after its charge is on disk', { skip: obstacle }, async (t) => {
  const data = await dataFolderFor(t);
  await data.succeed('import', await writeCsv(join(data.path, 'year.csv'), yearOfOrders()));
  await data.succeed('account', 'create', 'acme', '--points', '1000');
  const { key } = JSON.parse(await data.succeed('key', 'create', 'acme', '--json')) as { key: string };
  const trace = join(data.path, 'trace');
  const server = await spawnServer(data.env, [], 'inherit', tracedBy(trace));
  const traced = tracedProcess(server.child);
  t.after(() => server.child.exitCode === null && process.kill(traced, 'SIGKILL'));
  const call = async () => {
    const { status, headers } = await ask(server.url + CATEGORIES, { headers: { 'x-api-key': key } });
    assert.deepEqual([status, headers['x-points-charged']], [200, '1']);
  };
  for (let i = 0; i < CALLS; i += 1) await call();
  await Promise.all(Array.from({ length: CALLS }, call));
  const exited = once(server.child, 'exit');
  process.kill(traced, 'SIGTERM');
  assert.deepEqual(await exited, [0, null]);

  const steps = stepsOf(await readFile(trace, 'utf8'));
  const answers = steps.flatMap((step, at) => (step.kind === 'tell' && isAnswer(step.text) ? [at] : []));
  assert.equal(answers.length, 2 * CALLS);
  // One after the other each has a charge of its own; those that were sent together may share one.
  assert.deepEqual(toldTooSoon(steps.slice(0, answers[CALLS]), isAnswer), []);
  assert.deepEqual(
    toldTooSoon(steps, isAnswer).filter((each) => each.endsWith(NOT_ON_DISK)),
    [],
  );
});

test('points that a command says it has granted are on disk', { skip: obstacle }, async (t) => {
  const data = await dataFolderFor(t);
  await data.succeed('account', 'create', 'acme', '--points', '1');
  const trace = join(await temporaryFolder(t), 'trace');
  const [program = '', ...args] = [...tracedBy(trace), MDQ, 'points', 'grant', 'acme', '5', '--json'];
  await promisify(execFile)(program, args, { env: data.env });
  const steps = stepsOf(await readFile(trace, 'utf8'));
  const isSaid = (text: string) => text.includes('balance');
  assert.equal(steps.filter((step) => step.kind === 'tell' && isSaid(step.text)).length, 1);
  assert.deepEqual(toldTooSoon(steps, isSaid), []);
});
