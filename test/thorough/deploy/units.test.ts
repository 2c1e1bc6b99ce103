/** The units beside the service, for the watched folder and the nightly backup: their command lines are run here. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../../support/command.ts';
import { until } from '../../support/until.ts';
import { temporaryFolder } from '../../support/workplace.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

const SERVICES = ['mdq-import.service', 'mdq-backup.service'];
const ORDERS = 'order_id,ordered_at,category,sub_category,product_id,price\n1,2026-06-01,Tea,Oolong,P1,80\n';

/** What a unit says of one name, in order. */
function said(unit: string, name: string): string[] {
  return [...read(unit).matchAll(/^(\w+)=(.*)$/gm)].flatMap(([, each, value = '']) =>
    each === name ? [value] : [],
  );
}

/** A machine of its own below a folder: the program, the folders that the units need, and what systemd makes of a unit. */
async function openMachine(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder(t);
  const at = (path: string) => path.replace(/^\//, `${folder}/`);
  for (const path of ['/var/lib/mdq', '/var/cache/mdq', '/opt'])
    await mkdir(at(path), { recursive: true, mode: 0o700 });
  for (const unit of SERVICES)
    for (const path of said(unit, 'ReadWritePaths')) await mkdir(at(path), { recursive: true });
  await run('ln', ['-s', root, at('/opt/mdq')]);
  const command = (unit: string) => {
    const env: Record<string, string> = { ...settings };
    for (const each of said(unit, 'Environment')) {
      const [name = '', value = ''] = each.split('=');
      env[name] ??= at(value);
    }
    const [program = '', ...args] = said(unit, 'ExecStart')
      .join()
      .split(' ')
      // As systemd does: a variable becomes its words, and none where it is not set.
      .flatMap((word) => (word.startsWith('$') ? (env[word.slice(1)]?.split(' ') ?? []) : [at(word)]));
    return { program, args, env: cleanEnvironment(env) };
  };
  return { at, command };
}

test("the import unit's command takes what arrives, with the options in the settings, until it is stopped", async (t) => {
  const { at, command } = await openMachine(t, { IMPORT_OPTIONS: '--map amount=price --settle 0' });
  const { program, args, env } = command('mdq-import.service');
  const [inbox = ''] = said('mdq-import.service', 'ReadWritePaths').map(at);
  await writeFile(join(inbox, 'orders.csv'), ORDERS);
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  await until('it is taken', () => existsSync(join(inbox, 'taken/orders.csv')) || child.exitCode !== null);
  child.kill('SIGTERM');
  assert.deepEqual((await exited)[0], 0);
  const { stdout } = await run(at('/opt/mdq/mdq'), ['status', '--json'], { env });
  assert.equal(JSON.parse(stdout).totalOrders, 1);
});

test("the backup unit's command takes a copy a day, checks it, and removes those that are old", async (t) => {
  const { at, command } = await openMachine(t);
  const { program, args, env } = command('mdq-backup.service');
  const [backups = ''] = said('mdq-backup.service', 'ReadWritePaths').map(at);
  await writeFile(at('/orders.csv'), ORDERS);
  await run(at('/opt/mdq/mdq'), ['import', at('/orders.csv'), '--map', 'amount=price'], { env });
  await assert.rejects(run(program, args, { env }), /A backup without accounts needs --data-only/);
  await run(at('/opt/mdq/mdq'), ['account', 'create', 'acme'], { env });
  await run(program, args, { env });
  const [first = '', ...others] = await readdir(backups);
  assert.deepEqual([others, /^\d{4}-\d\d-\d\d-\d{6}$/.test(first)], [[], true], first);
  const { stdout } = await run(at('/opt/mdq/mdq'), ['verify', join(backups, first), '--json'], { env });
  assert.ok(stdout);
  // What is old goes, what is not a copy of ours stays.
  for (const name of ['2020-01-01-033000', 'by hand']) {
    await cp(join(backups, first), join(backups, name), { recursive: true });
    await utimes(join(backups, name), 1000, 1000);
  }
  await run(program, args, { env });
  const left = await readdir(backups);
  assert.deepEqual(
    [left.length, left.includes('by hand'), left.includes('2020-01-01-033000')],
    [3, true, false],
  );
});

test('a backup that fails leaves the copies that are there, and fails', async (t) => {
  const { at, command } = await openMachine(t);
  const { program, args, env } = command('mdq-backup.service');
  const old = join(at('/var/backups/mdq'), '2020-01-01-033000');
  await mkdir(old);
  await utimes(old, 1000, 1000);
  await assert.rejects(run(program, args, { env }), /There is nothing to back up/);
  assert.ok(existsSync(old));
});

test('the units are as closed as that of the service, and the timer is of the backup', () => {
  const hardening = (unit: string) =>
    /^# What it needs[\s\S]*?(?=^\[Install\]|$(?![\s\S]))/m.exec(read(unit))?.[0] ?? '';
  const rules = (unit: string) =>
    hardening(unit)
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line) && !line.startsWith('ReadWritePaths='));
  assert.ok(rules('mdq.service').length > 20);
  for (const unit of SERVICES) assert.deepEqual(rules(unit), rules('mdq.service'), unit);
  // Over the admin API, held deliveries are moved by the service.
  const [inbox] = said('mdq-import.service', 'ReadWritePaths');
  assert.deepEqual(said('mdq.service', 'ReadWritePaths'), [`-${inbox}`]);
  assert.deepEqual(said('mdq-backup.timer', 'OnCalendar').length, 1);
  assert.deepEqual(said('mdq-backup.timer', 'Persistent'), ['true']);
});

test('systemd accepts the units, and finds little that they are exposed to', async (t) => {
  if (!existsSync('/usr/bin/systemd-analyze')) return t.skip('systemd-analyze is not on this machine');
  const folder = await temporaryFolder(t);
  const units = [...SERVICES, 'mdq-backup.timer'].map((unit) => join(folder, unit));
  for (const unit of units)
    await writeFile(
      unit,
      read(unit.slice(folder.length + 1))
        .replaceAll('/opt/mdq/', root)
        .replace(/^(User|Group)=mdq$/gm, ''),
    );
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...units]);
  assert.equal(
    stderr
      .split('\n')
      .filter((line) => line.includes('mdq-'))
      .join('\n'),
    '',
  );
  // Exposure goes from 0 to 10, here times ten.
  for (const unit of units.slice(0, 2))
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit]);
});
