/** SQL in the accounts of a backup is never run: a backup with triggers or views of others is refused. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { dataFolderFor } from '../support/stores/data-folder.ts';
import { temporaryFolder } from '../support/workplace.ts';

test('verify and restore refuse accounts with a trigger that mdq does not make', async (t) => {
  const data = await dataFolderFor(t);
  await data.succeed('account', 'create', 'acme', '--points', '100');
  const backup = join(await temporaryFolder(t), 'backup');
  await data.succeed('backup', backup);
  await data.succeed('verify', backup);
  const path = join(backup, 'accounts.sqlite');
  using db = new DatabaseSync(path);
  db.exec(`CREATE TRIGGER free AFTER UPDATE OF balance ON account WHEN new.balance < old.balance
           BEGIN UPDATE account SET balance = old.balance WHERE id = new.id; END`);
  db.close();
  const content = await readFile(path);
  const manifest = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
  manifest.files['accounts.sqlite'] = {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  await writeFile(join(backup, 'backup.json'), JSON.stringify(manifest));
  const elsewhere = await dataFolderFor(t);
  for (const command of ['verify', 'restore']) {
    const { code, stdout, stderr } = await elsewhere.mdq(command, backup);
    assert.equal(code, 1);
    assert.match(stdout + stderr, /has a trigger or view that mdq does not make: CREATE TRIGGER free/);
  }
  assert.equal((await elsewhere.mdq('account', 'list')).code, 1);
});
