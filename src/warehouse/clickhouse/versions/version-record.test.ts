/** Import ids are unique and ordered by version, and a retry after a lost response causes no conflict. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PublicationConflict, WarehouseUnreachable } from '../../warehouse-errors.ts';
import type { Cluster } from '../server/cluster.ts';
import { type Server, TableExists } from '../server/server.ts';
import {
  commitRecord,
  firstIdOf,
  folded,
  newImportId,
  type VersionRecord,
  visibleWith,
} from './version-record.ts';

test('import ids grow with their versions, and no two attempts at one have the same', () => {
  const ids = Array.from({ length: 100 }, () => newImportId(7));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.ok(id >= firstIdOf(7) && id < firstIdOf(8) && Number.isSafeInteger(id));
});

test('many ids are named by their newest, and every import counts all the same', () => {
  let visible = { before: 0, ids: [] as readonly number[] };
  for (let version = 1; version <= 9; version++)
    visible = folded(visibleWith(visible, firstIdOf(version)), 4);
  assert.ok(visible.ids.length <= 4);
  for (let version = 1; version <= 9; version++) {
    const id = firstIdOf(version);
    assert.ok(id < visible.before || visible.ids.includes(id));
  }
});

/** A server that keeps tables, and whose first answer is lost. */
function losingAnswer(tables = new Map<string, string>()): Server {
  let isLost = true;
  const server: Pick<Server, 'host' | 'run' | 'rows'> = {
    host: 'server',
    async run(statement) {
      const [, name = '', comment = ''] =
        /^CREATE TABLE (\S+) .* COMMENT '(.*)'$/.exec(statement) ?? assert.fail(statement);
      if (tables.has(name)) throw new TableExists('there');
      tables.set(name, comment);
      if (isLost) {
        isLost = false;
        throw new WarehouseUnreachable('the answer is lost', 'server');
      }
    },
    rows: async () => [...tables.values()].map((comment) => ({ comment })),
  };
  return server as Server;
}

test('a number left out whose answer is lost is not taken for that of another writer', async () => {
  const id = firstIdOf(4);
  const record = { version: 4, import: id, visible: { before: 0, ids: [id] } } as unknown as VersionRecord;
  const cluster = { place: 'the warehouse' } as Cluster;
  const tables = new Map<string, string>();
  await commitRecord(cluster, losingAnswer(tables), record, 1);
  assert.deepEqual([...tables.keys()], ['mdq_version_2', 'mdq_version_3', 'mdq_version_4']);
  const others = new Map([['mdq_version_3', JSON.stringify({ version: 3, isVoid: true })]]);
  await assert.rejects(commitRecord(cluster, losingAnswer(others), record, 1), PublicationConflict);
  assert.ok(!others.has('mdq_version_4'));
});
