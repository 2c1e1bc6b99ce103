/** The units of systemd, for the service, the watched folder and the nightly backup: their command lines are run here. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SETTINGS } from '../../../src/settings/settings.ts';
import { cleanEnvironment } from '../../support/command.ts';
import { until } from '../../support/until.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

const [SERVICE, IMPORT, BACKUP] = ['mdq.service', 'mdq-import.service', 'mdq-backup.service'];
const ORDERS = 'order_id,ordered_at,category,sub_category,product_id,price\n1,2026-06-01,Tea,Oolong,P1,80\n';

/** What a unit says of one name, in order. */
function said(unit: string, name: string): string[] {
  return [...read(unit).matchAll(/^(\w+)=(.*)$/gm)].flatMap(([, each, value = '']) =>
    each === name ? [value] : [],
  );
}

/** A machine of its own below a folder: the program, the folders that a unit needs, and what systemd makes of it. */
async function openMachine(t: TestContext, unit: string, settings: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder(t);
  const at = (path: string) => path.replace(/^-?\//, `${folder}/`);
  const places = said(unit, 'ReadWritePaths');
  for (const path of ['/var/lib/mdq', '/var/cache/mdq', '/opt', ...places])
    await mkdir(at(path), { recursive: true, mode: 0o700 });
  await symlink(root, at('/opt/mdq'));
  const given: Record<string, string> = { ...settings };
  for (const each of said(unit, 'Environment')) {
    const [name = '', value = ''] = each.split('=');
    given[name] ??= at(value);
  }
  const env = cleanEnvironment(given);
  const [program = '', ...args] = said(unit, 'ExecStart')
    .join()
    .split(' ')
    // As systemd does: a variable becomes its words, and none where it is not set.
    .flatMap((word) => (word.startsWith('$') ? (env[word.slice(1)]?.split(' ') ?? []) : [at(word)]));
  return {
    at,
    place: at(places[0] ?? ''),
    /** Runs the command of the unit to its end. */
    work: () => run(program, args, { env }),
    start(t: TestContext) {
      const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      t.after(() => child.kill('SIGKILL'));
      const exited = once(child, 'exit') as Promise<[number | null]>;
      const stop = async () => {
        child.kill('SIGTERM');
        return (await exited)[0];
      };
      return { child, stop };
    },
    mdq: async (...words: string[]) => (await run(at('/opt/mdq/mdq'), words, { env })).stdout,
  };
}

test("the service's command serves, with descriptors enough, and goes on trying while the accounts are away", async (t) => {
  const { at, start } = await openMachine(t, SERVICE, { PORT: '0', HOST: '127.0.0.1' });
  const { child, stop } = start(t);
  const [printed] = await once(child.stdout, 'data');
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(printed)) ?? [];
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.equal(await stop(), 0);
  assert.ok((await readdir(at('/var/cache/mdq'))).length > 0, 'compiled code is kept');
  assert.ok(Number(said(SERVICE, 'LimitNOFILE')) > 2 * Number(SETTINGS.MDQ_MAX_CONNECTIONS.default));

  const away = await openMachine(t, SERVICE, { ACCOUNTS_URL: 'postgres://mdq:secret@127.0.0.1:1/mdq' });
  await assert.rejects(away.work(), { code: 1 }, 'a failure, so systemd starts it again');
  const restart = ['Restart', 'RestartSec', 'StartLimitIntervalSec'].map((name) => said(SERVICE, name));
  assert.deepEqual(restart, [['on-failure'], ['1s'], ['0']]);
});

test("the import unit's command takes what arrives, with the options in the settings, until it is stopped", async (t) => {
  const settings = { IMPORT_OPTIONS: '--map amount=price --settle 0' };
  const { place, start, mdq } = await openMachine(t, IMPORT, settings);
  await writeFile(join(place, 'orders.csv'), ORDERS);
  const { child, stop } = start(t);
  await until('it is taken', () => existsSync(join(place, 'taken/orders.csv')) || child.exitCode !== null);
  assert.equal(await stop(), 0);
  assert.equal(JSON.parse(await mdq('status', '--json')).totalOrders, 1);
});

test("the backup unit's command takes a copy a day, checks it, and removes those that are old unless it fails", async (t) => {
  const { at, place, work, mdq } = await openMachine(t, BACKUP);
  const aged = (name: string) => utimes(join(place, name), 1000, 1000);
  const old = '2020-01-01-033000';
  await mkdir(join(place, old));
  await aged(old);
  await assert.rejects(work(), /There is nothing to back up/);
  await writeFile(at('/orders.csv'), ORDERS);
  await mdq('import', at('/orders.csv'), '--map', 'amount=price');
  await assert.rejects(work(), /A backup without accounts needs --data-only/);
  assert.deepEqual(await readdir(place), [old]);
  await mdq('account', 'create', 'acme');
  await work();
  const [first = '', ...others] = await readdir(place);
  assert.deepEqual([others, /^\d{4}-\d\d-\d\d-\d{6}$/.test(first)], [[], true], first);
  assert.equal(JSON.parse(await mdq('verify', join(place, first), '--json')).ok, true);
  // What is old goes, what is not a copy of ours stays.
  for (const name of [old, 'by hand']) {
    await cp(join(place, first), join(place, name), { recursive: true });
    await aged(name);
  }
  await work();
  const left = await readdir(place);
  assert.deepEqual([left.length, left.includes('by hand'), left.includes(old)], [3, true, false]);
});

test('the units are as closed as that of the service, and the timer is of the backup', () => {
  const rules = (unit: string) =>
    (/^# What it needs[\s\S]*?(?=^\[Install\]|$(?![\s\S]))/m.exec(read(unit))?.[0] ?? '')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line) && !line.startsWith('ReadWritePaths='));
  assert.ok(rules(SERVICE).length > 20);
  for (const unit of [IMPORT, BACKUP]) assert.deepEqual(rules(unit), rules(SERVICE), unit);
  // Over the admin API, held deliveries are moved by the service.
  assert.deepEqual(said(SERVICE, 'ReadWritePaths'), [`-${said(IMPORT, 'ReadWritePaths')[0]}`]);
  assert.equal(said('mdq-backup.timer', 'OnCalendar').length, 1);
  assert.deepEqual(said('mdq-backup.timer', 'Persistent'), ['true']);
});

test('systemd accepts the units, and finds little that they are exposed to', async (t) => {
  if (!existsSync('/usr/bin/systemd-analyze')) return t.skip('systemd-analyze is not on this machine');
  const folder = await temporaryFolder(t);
  const services = [SERVICE, IMPORT, BACKUP].map((unit) => join(folder, unit));
  const units = [...services, join(folder, 'mdq-backup.timer')];
  for (const unit of units) {
    const text = read(unit.slice(folder.length + 1)).replaceAll('/opt/mdq/', root);
    await writeFile(unit, text.replace(/^(User|Group)=mdq$/gm, ''));
  }
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...units]);
  assert.deepEqual(
    stderr.split('\n').filter((line) => /mdq[-.]/.test(line)),
    [],
  );
  // Exposure goes from 0 to 10, here times ten. It counts root as a whole point, so as mdq it is lower yet.
  for (const unit of services)
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit]);
});
