// A long day in minutes: callers of every kind while data is imported, calls are pruned, keys change and copies are
// taken. Ends with what was called, what failed, and what the server holds at the start and at the end, which should
// be the same. SECONDS=60 makes it a short one.
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from './support/measure.ts';
import { makeWorkplace } from './support/servers.ts';
import { numberSetting } from './support/setting.ts';

const SECONDS = numberSetting('SECONDS');
const CALLERS = 16;
/** How many parts of the run there are figures for. */
const PARTS = 10;
/** Between two rounds of the same work, so that callers have the machine in between. */
const PAUSE_MS = 1000;
/** One connection for each caller: what the server holds more of at the end is then its own. */
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

const QUESTIONS = [
  '/api/public/meta/categories',
  '/api/public/overview/ranking',
  '/api/public/overview/growth',
  '/api/public/market/focus?start={day}',
  '/api/public/trends/market?start={day}',
  '/api/public/sub-market/tags?end={day}',
  '/api/account',
  '/api/account/calls',
  '/llms.txt',
  '/readyz',
];

const place = await makeWorkplace();
const files = await mkdtemp(join(tmpdir(), 'mdq-soak-'));
const tally = { calls: 0, errors: 0, shed: 0, imports: 0, prunes: 0, 'key changes': 0, backups: 0 };
const problems = new Map<string, number>();
let isOver = false;

try {
  await place.mdq('demo');
  await place.mdq('account', 'create', 'soak', '--points', '900000000000000');
  let { id, key } = await place.mdq('key', 'create', 'soak');
  const server = await place.serve();
  try {
    const works = [
      ...Array.from({ length: CALLERS }, (_, i) => call(i)),
      // In turns: while a copy is taken an import is refused, as it should be.
      again({ imports: importSome, backups: backUp }),
      again({ prunes: () => place.mdq('usage', '--prune', daysAgo(1)) }),
      again({ 'key changes': changeKey }),
    ];
    const rows = [];
    await sleep((SECONDS * 1000) / PARTS);
    for (let part = 1; part <= PARTS; part++) {
      rows.push({ 'after s': Math.round((SECONDS * part) / PARTS), ...held(server.pid), ...tally });
      if (part < PARTS) await sleep((SECONDS * 1000) / PARTS);
    }
    isOver = true;
    await Promise.all(works);
    console.table(rows);
    for (const [problem, times] of problems) console.log(`${times} × ${problem}`);
    const { problems: found } = await place.mdq('audit');
    console.log(`The audit finds: ${JSON.stringify(found)}`);
    if (tally.errors > 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }

  async function ask(url: string, used: string): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get(url, { agent, headers: { 'x-api-key': used } }, (answer) => {
      answer
        .resume()
        .on('end', () => resolve(answer))
        .on('error', reject);
    }).on('error', reject);
    return promise;
  }

  async function call(caller: number): Promise<void> {
    for (let i = caller; !isOver; i++) {
      const path = (QUESTIONS[i % QUESTIONS.length] ?? '').replace('{day}', daysAgo(60 + (i % 240)));
      const used = String(key);
      const answer = await ask(server.url + path, used).catch(String);
      if (typeof answer === 'string') note(`${path.split('?', 1)[0]}: ${answer}`);
      // What is not paid for has to wait when the machine cannot keep up; that is no error.
      else if (answer.headers['retry-after']) tally.shed += 1;
      else if (Number(answer.statusCode) >= 400) note(`${answer.statusCode} from ${path.split('?', 1)[0]}`);
      tally.calls += 1;
    }
  }

  /** The old one stays valid for a while, as it does for customers. */
  async function changeKey(): Promise<void> {
    const old = id;
    ({ id, key } = await place.mdq('key', 'rotate', String(old), '--grace', '60s'));
  }
} finally {
  isOver = true;
  await place.remove();
  await rm(files, { recursive: true, force: true });
}

type Work = 'imports' | 'backups' | 'prunes' | 'key changes';

async function again(works: Partial<Record<Work, () => Promise<unknown>>>): Promise<void> {
  while (!isOver) {
    for (const [name, work] of Object.entries(works)) {
      await work().then(
        () => {
          tally[name as Work] += 1;
        },
        (error: Error) => note(`${name}: ${error.message.trim().split('\n').at(-1)}`),
      );
      await sleep(PAUSE_MS);
    }
  }
}

/** Orders of yesterday, the same numbers each time: they take the place of those before. */
async function importSome(): Promise<void> {
  const file = join(files, 'orders.csv');
  const rows = Array.from(
    { length: 500 },
    (_, i) =>
      `soak-${i},${daysAgo(1)},Soak,Part ${i % 5},P${i % 50},${tally.imports + 1}.00,Credit card,M${i % 90}`,
  );
  await writeFile(
    file,
    `order_id,ordered_at,category,sub_category,product_id,amount,payment_method,member_id\n${rows.join('\n')}\n`,
  );
  await place.mdq('import', file);
}

async function backUp(): Promise<void> {
  const to = join(files, 'copy');
  await place.mdq('backup', to);
  await rm(to, { recursive: true, force: true });
}

function note(problem: string): void {
  tally.errors += 1;
  problems.set(problem, (problems.get(problem) ?? 0) + 1);
}

/** Memory, and what is open: connections, files, and the rest (pipes, timers, what the event loop waits on). */
function held(pid: number): Record<string, number> {
  const open = { connections: 0, files: 0, 'other descriptors': 0 };
  for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
    const what = targetOf(`/proc/${pid}/fd/${descriptor}`);
    if (what.startsWith('socket:')) open.connections += 1;
    else if (what.startsWith('/')) open.files += 1;
    else if (what !== '') open['other descriptors'] += 1;
  }
  return { 'memory MiB': memoryOf(pid, 'VmRSS'), ...open };
}

/** Empty for one that was closed meanwhile. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return '';
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
