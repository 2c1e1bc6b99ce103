/** A loaded version equals the written one, and a damaged or truncated version is rejected. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { temporaryFolder } from '../../../test/support/workplace.ts';
import { derive } from '../../snapshot/derived.ts';
import { Snapshot } from '../../snapshot/snapshot.ts';
import { noneClosed, type Tables, WHOLE } from '../../snapshot/tables.ts';
import { freeApart } from './free-apart.ts';
import { loadApart, loadPartsApart } from './load-apart.ts';
import { encodeTables } from './snapshot-file.ts';

/** What this process has open. */
const OPEN = '/proc/self/fd';

const none = {
  firstRun: Uint32Array.of(0, 1, 1, 1),
  runDay: Uint16Array.of(0),
  firstRow: Uint32Array.of(0, 1),
  previous: Uint16Array.of(0),
  upTo: Uint32Array.of(2),
};

const TABLES: Tables = {
  facts: {
    ...{ version: 1, publishedAt: '', publication: '', coverage: { start: 1, end: 2 }, lines: 3, orders: 2 },
    settings: {
      ...{ timeZone: 'UTC', defaultWeeks: 1, audienceMethods: [], cancelledStatuses: [], currency: null },
      ...{ minPeople: 0, minMerchants: 0, maxShare: 100 },
    },
    ...{ weekly: true, completeThrough: null, hiddenOrders: 0, imports: [] },
  },
  categories: ['A'],
  subs: [{ category: 0, name: 'B' }],
  methods: ['Cash'],
  tags: [{ sub: 0, key: 'type', value: '紅' }],
  days: Int32Array.of(1, 2),
  daily: {
    scope: Int32Array.of(0, 0, 1, 2),
    day: Int32Array.of(1, 2, 1, 1),
    cents: Float64Array.of(5, 7, 5, 5),
    orders: Float64Array.of(1, 1, 1, 1),
    audienceCents: Float64Array.of(0, 0, 0, 0),
    audienceOrders: Float64Array.of(0, 0, 0, 0),
  },
  payments: { series: Int32Array.of(0), day: Int32Array.of(1), orders: Float64Array.of(2) },
  members: none,
  merchants: none,
  taggedWith: none,
  tagged: none,
  closed: noneClosed(),
  closedBasis: noneClosed(),
  related: { sub: new Int32Array(), other: new Int32Array(), members: new Float64Array() },
};

const { tags: _packed, ...LOADED } = TABLES;

async function written(t: TestContext, bytes = Buffer.concat(encodeTables(TABLES))): Promise<string> {
  const path = join(await temporaryFolder(t), 'v1.snapshot');
  await writeFile(path, bytes);
  return path;
}

test('a version loaded in a thread of its own is the one that was written, with its sums; a damaged one is told', async (t) => {
  assert.deepEqual(await loadApart(await written(t)), { tables: LOADED, derived: derive(TABLES) });
  const bytes = Buffer.concat(encodeTables(TABLES));
  bytes.writeUInt8(1, bytes.length - 9);
  const damaged = await written(t, bytes);
  assert.deepEqual([await loadApart(damaged), await loadApart(`${damaged} missing`)], [undefined, undefined]);
});

test('a version in compressed parts is the same, wherever it was cut; one that is cut short is told', async () => {
  const bytes = Buffer.concat(encodeTables(TABLES));
  for (const cut of [1, 200, bytes.length - 1]) {
    const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].map((part) => zstdCompressSync(part));
    assert.deepEqual(
      await loadPartsApart(parts),
      { tables: LOADED, derived: derive(TABLES) },
      `cut at ${cut}`,
    );
    assert.equal(await loadPartsApart(parts.slice(0, 1)), undefined);
    const sha256 = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
    assert.deepEqual(await loadPartsApart(parts, sha256), { tables: LOADED, derived: derive(TABLES) });
    assert.equal(await loadPartsApart([...parts, zstdCompressSync('more')], sha256), undefined);
  }
});

test('parts that break off while they come are told as that, and one that is no part ends no thread', async () => {
  const parts = [
    zstdCompressSync(Buffer.concat(encodeTables(TABLES)).subarray(0, 100)),
    Buffer.from('no part'),
  ];
  async function* brokenOff() {
    yield* parts.slice(0, 1);
    throw new Error('the connection was lost');
  }
  await assert.rejects(loadPartsApart(brokenOff()), /the connection was lost/);
  assert.equal(await loadPartsApart(parts), undefined);
});

test('a version that was loaded leaves no file open', {
  skip: !existsSync(OPEN) && 'it is told by Linux alone',
}, async (t) => {
  const path = await written(t);
  const folder = dirname(path);
  for (let i = 0; i < 5; i++) await loadApart(path);
  const open = readdirSync(OPEN).flatMap((name) => {
    const link = join(OPEN, name);
    // The folder itself was open while it was read.
    return existsSync(link) ? [readlinkSync(link)] : [];
  });
  assert.deepEqual(
    open.filter((name) => name.startsWith(folder)),
    [],
  );
});

test('a version that was replaced gives its memory away at once, and answers nothing from then on', () => {
  const tables = structuredClone(TABLES);
  const snapshot = Snapshot.of(tables);
  assert.deepEqual(snapshot.totals(WHOLE, snapshot.coverage), { cents: 12, orders: 2 });
  assert.deepEqual(snapshot.tags(snapshot.sub(snapshot.category()), snapshot.coverage), {
    tagged: 2,
    items: [{ key: 'type', value: '紅', products: 2 }],
  });
  freeApart(snapshot.retire());
  assert.equal(tables.daily.cents.buffer.byteLength, 0);
  assert.throws(() => snapshot.totals(WHOLE, snapshot.coverage), /still in use/);
});
