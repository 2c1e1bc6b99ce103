/** What every engine of the warehouse promises: one suite, run for each of them. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { formatDay, parseDay } from '../../../src/lib/calendar.ts';
import type { Warehouse } from '../../../src/warehouse/warehouse.ts';
import {
  NoLines,
  NothingToImport,
  RowsRefused,
  SharesHeldOrder,
} from '../../../src/warehouse/warehouse-errors.ts';
import { trials } from '../../support/effort.ts';
import { rowsAsCsv, writeCsv } from '../../support/order-files.ts';
import { type Figures, warehouseFigures } from '../../support/reference/figures.ts';
import { row } from '../../support/reference/made-cases.ts';
import { MADE_TIME_ZONE, madeRows, resentRows } from '../../support/reference/made-rows.ts';
import {
  allQuestions,
  type Question,
  sampleQuestions,
  someQuestions,
  urlOf,
} from '../../support/reference/questions.ts';
import { seededRandom } from '../../support/reference/random.ts';
import { Reference } from '../../support/reference/reference.ts';
import { mergeImports } from '../../support/reference/reference-lines.ts';
import { seedOf } from '../../support/seed.ts';
import { ENGINES, embedded } from '../../support/stores/warehouse-engines.ts';

const TAIPEI = { timeZone: MADE_TIME_ZONE };
const SETTINGS = { MDQ_TIMEZONE: MADE_TIME_ZONE };
const ROWS = madeRows();
const AT = { ordered_at: '2025-01-06', category: 'A', sub_category: 'B', payment_method: 'Credit card' };

/** What a warehouse publishes is what the reference says of the rows. */
async function assertTruth(warehouse: Warehouse, reference: Reference, questions: readonly Question[]) {
  const figures: Figures = await warehouseFigures(warehouse, questions.map(urlOf));
  for (const { path, parameters } of questions) {
    const url = urlOf({ path, parameters });
    const { data } = reference.answer(path, parameters);
    assert.deepEqual(JSON.parse(figures.get(url) ?? ''), { code: 200, data }, decodeURIComponent(url));
  }
}

for (const engine of ENGINES) {
  describe(`the warehouse, ${engine.name}`, { skip: engine.skip }, () => {
    test('every figure is the recomputed one, after an import, after orders arrived again, and after a refresh', async (t) => {
      const seed = seedOf(t);
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      const before = new Reference(ROWS, TAIPEI);
      await warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), ROWS)] });
      // All of them are asked of a service on the embedded engine: test/api/figures.test.ts.
      await assertTruth(warehouse, before, (engine === embedded ? someQuestions : allQuestions)(before));

      const resent = resentRows(ROWS);
      const after = new Reference(mergeImports([ROWS, resent]), TAIPEI);
      const report = await warehouse.import({ files: [await writeCsv(join(folder, 'resent.csv'), resent)] });
      assert.ok(report.replacedOrders > 0 && report.replacedOrders < report.orders);
      const questions = sampleQuestions(after, engine === embedded ? trials(3000) : 3000, seededRandom(seed));
      await assertTruth(warehouse, after, questions);
      await warehouse.refresh();
      await assertTruth(warehouse, after, questions);
    });

    test('a query hashes addresses with a key of the store, and a member is forgotten by the address', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      const sql = join(folder, 'lines.sql');
      const file = join(folder, 'shop.csv');
      await writeFile(sql, 'SELECT * REPLACE (mdq_member(member_id) AS member_id) FROM shop');
      const rows = ['1', '2', '3', '4'].map((order_id, i) => {
        const address = ['Ann@example.com', ' ann@EXAMPLE.com', 'bo@example.com', ''][i] ?? '';
        return row({ ...AT, order_id, member_id: address });
      });
      await writeCsv(file, rows);
      const request = { files: [file], profile: { sql } };
      await assert.rejects(
        warehouse
          .import({ files: [file] })
          .then(() => warehouse.forgetMembers([], undefined, 'ann@example.com')),
        /There is no member with this e-mail address; nothing was changed/,
      );
      await warehouse.import(request);
      const members = async () => {
        const found = [];
        for (const id of ['1', '2', '3', '4']) found.push((await warehouse.order(id))?.lines[0]?.memberId);
        return found;
      };
      const [ann, again, bo, nobody] = await members();
      assert.match(ann ?? '', /^[0-9a-f]{32}$/);
      assert.deepEqual([again, nobody], [ann, null]);
      assert.notEqual(bo, ann);
      for (const algorithm of ['md5', 'sha256'])
        assert.ok(!hash(algorithm, 'ann@example.com', 'hex').startsWith(ann ?? ''), 'nobody can compute it');
      // The same file is the same members, whenever it is read.
      const { unchangedOrders, orders } = await warehouse.import(request);
      assert.equal(unchangedOrders, orders);
      assert.equal((await warehouse.foresee(request)).unchangedOrders, orders);
      const { lines } = await warehouse.forgetMembers([], undefined, 'ANN@example.com ');
      assert.equal(lines, 2);
      assert.deepEqual(await members(), [null, null, bo, null]);
      assert.equal((await warehouse.import(request)).forgottenLines, 2);
      assert.deepEqual(await members(), [null, null, bo, null]);
      await assert.rejects(
        warehouse.forgetMembers([], undefined, 'cy@example.com'),
        /There is no member with this e-mail address/,
      );
    });

    test('an import of what is there already publishes nothing; before the first, there is nothing to refresh', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      await assert.rejects(warehouse.refresh(), NoLines);
      await assert.rejects(warehouse.deleteOrders(['x']), NoLines);
      assert.equal(await warehouse.current(), undefined);
      assert.equal(await warehouse.order('x'), undefined);
      const files = [await writeCsv(join(folder, 'rows.csv'), ROWS)];
      const first = await warehouse.import({ files });
      const again = await warehouse.import({ files });
      assert.equal(again.unchangedOrders, first.orders);
      assert.equal(again.facts.version, first.facts.version);
      assert.equal(await warehouse.current(), first.facts.version);
    });

    test('a bad row and a file without rows change nothing', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      const bad = join(folder, 'bad.csv');
      await writeFile(
        bad,
        rowsAsCsv([row({ ...AT, order_id: '1', amount: 'x' }), row({ ...AT, order_id: '2' })]),
      );
      await assert.rejects(warehouse.import({ files: [bad] }), RowsRefused);
      const empty = await writeCsv(join(folder, 'empty.csv'), []);
      await assert.rejects(warehouse.import({ files: [empty] }), NothingToImport);
      assert.equal(await warehouse.current(), undefined);
      const { facts, skippedRows } = await warehouse.import({ files: [bad], skipBadRows: true });
      assert.deepEqual([facts.lines, skippedRows], [1, 1]);
    });

    test('single orders and members: shown, deleted, cancelled, forgotten; an unknown one changes nothing', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      const rows = [
        row({ ...AT, order_id: '1', product_id: 'p', amount: '2.50', tags: 'k=v', member_id: 'm' }),
        row({ ...AT, order_id: '1', product_id: 'q', amount: '1', member_id: 'n' }),
        row({ ...AT, order_id: '2', member_id: 'm' }),
        row({ ...AT, order_id: '3', member_id: 'o' }),
        row({ ...AT, order_id: '4', member_id: 'o' }),
      ];
      await warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), rows)] });
      const shown = await warehouse.order('1');
      assert.equal(shown && formatDay(shown.day), '2025-01-06');
      const [line] = shown?.lines.filter(({ productId }) => productId === 'p') ?? [];
      assert.deepEqual([line?.cents, line?.tags, line?.memberId, line?.merchantId], [250, 'k=v', 'm', null]);

      await assert.rejects(warehouse.deleteOrders(['3', 'nobody']), /no order "nobody"; nothing was changed/);
      await assert.rejects(
        warehouse.forgetMembers(['m', 'nobody']),
        /no member "nobody"; nothing was changed/,
      );
      assert.equal(await warehouse.current(), 1);
      assert.equal((await warehouse.order('3'))?.lines.length, 1);

      const deleted = await warehouse.deleteOrders(['3']);
      assert.deepEqual([deleted.orders, deleted.lines, deleted.facts.orders], [1, 1, 3]);
      assert.equal(await warehouse.order('3'), undefined);
      const forgotten = await warehouse.forgetMembers(['m']);
      assert.deepEqual([forgotten.orders, forgotten.lines, forgotten.facts.lines], [2, 2, 4]);
      assert.deepEqual(
        (await warehouse.order('1'))?.lines.map(({ memberId }) => memberId).sort(),
        ['n', null].sort(),
      );
      // The same file again brings neither back, until it is allowed.
      const again = await warehouse.import({ files: [join(folder, 'rows.csv')] });
      assert.deepEqual([again.deletedOrders, again.forgottenLines, again.facts.orders], [1, 2, 3]);
      assert.equal((await warehouse.forgetMembers(['m'])).lines, 0);
      await warehouse.allow('member', ['m']);
      const named = await warehouse.import({ files: [join(folder, 'rows.csv')] });
      assert.deepEqual([named.deletedOrders, named.forgottenLines, named.facts.orders], [1, 0, 3]);
      assert.equal((await warehouse.order('2'))?.lines[0]?.memberId, 'm');
      // An engine may not know that an order without its member arrives just as it is, and replace it by itself.
      const replaced = again.isPublished ? ['import'] : [];
      assert.deepEqual(
        named.facts.imports.map(({ kind }) => kind),
        ['import', 'delete', 'forget', ...replaced, 'allow', 'import'],
      );
      const cancelled = join(folder, 'cancelled.csv');
      await writeFile(
        cancelled,
        'order_id,ordered_at,category,sub_category,product_id,amount,status\n4,,,,,,cancelled\n9,,,,,,cancelled\n',
      );
      const report = await warehouse.import({ files: [cancelled] });
      assert.deepEqual([report.removedOrders, report.facts.orders], [1, 2]);
      const last = await warehouse.deleteOrders(['1', '2']);
      assert.equal(last.facts.lines, 0);
    });

    test('with disclosure control, an order of a published week waits to be deleted; others go at once', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      await warehouse.changeSettings({ minPeople: 2 });
      const shown = ['1', '2', '3'].map((id) => row({ ...AT, order_id: id, member_id: `m${id}` }));
      const next = row({ ...AT, order_id: 'next', ordered_at: '2025-01-13' });
      await warehouse.import({ files: [await writeCsv(join(folder, 'rows.csv'), [...shown, next, next])] });
      const late = row({ ...AT, order_id: 'late' });
      const tomorrow = row({ ...AT, order_id: 'late', ordered_at: '2025-01-07' });
      await warehouse.import({ files: [await writeCsv(join(folder, 'late.csv'), [tomorrow, late, late])] });
      await assert.rejects(warehouse.deleteOrders(['late', 'nobody']), /no order "nobody"; nothing was/);
      const waiting = await warehouse.order('late');
      assert.deepEqual([waiting?.waits, waiting?.day], ['arrival', parseDay('2025-01-06')]);

      const { facts, ...counts } = await warehouse.deleteOrders(['1', 'late', 'next', 'next']);
      assert.deepEqual(counts, { lines: 5, orders: 2, asideOrders: 1 });
      assert.deepEqual([facts.orders, facts.privacy?.asideOrders], [3, 1]);
      assert.equal((await warehouse.order('1'))?.waits, 'deletion');
      assert.equal(await warehouse.order('late'), undefined);
      assert.equal(await warehouse.order('next'), undefined);
      const again = await warehouse.deleteOrders(['1']);
      assert.deepEqual(again, { facts, lines: 0, orders: 0, asideOrders: 1 });
      await assert.rejects(warehouse.deleteOrders(['late']), /no order "late"; nothing was/);
      assert.equal((await warehouse.restate()).orders, 1);
      assert.equal(await warehouse.order('1'), undefined);
    });

    test('settings are kept with the data, and days that are not complete are kept and not shown', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      assert.deepEqual(await warehouse.settings(), {});
      assert.equal((await warehouse.changeSettings({ defaultWeeks: 3 })).facts, undefined);
      assert.equal((await warehouse.settings()).defaultWeeks, 3);
      const through = parseDay('2025-04-20');
      const file = await writeCsv(join(folder, 'rows.csv'), ROWS);
      const { facts } = await warehouse.import({ files: [file], completeThrough: through });
      assert.deepEqual([facts.settings.defaultWeeks, facts.settings.timeZone], [3, MADE_TIME_ZONE]);
      assert.ok(facts.coverage.end <= Number(through) && facts.hiddenOrders > 0);
      assert.equal((await warehouse.refresh()).completeThrough, through);
      await assert.rejects(warehouse.changeSettings({ timeZone: 'UTC' }), /cannot be changed/);

      const audienceMethods = ['行動支付', 'Bank transfer'];
      const changed = await warehouse.changeSettings({ audienceMethods });
      assert.equal(changed.isChanged, true);
      assert.equal((await warehouse.changeSettings({ audienceMethods })).isChanged, false);
      const all = await warehouse.import({ files: [file], completeThrough: 'last' });
      assert.equal(all.facts.hiddenOrders, 0);
      const reference = new Reference(ROWS, { ...TAIPEI, weeks: 3, audienceMethods });
      await assertTruth(warehouse, reference, someQuestions(reference));

      const every = await warehouse.changeSettings({ audienceMethods: ['*'] });
      const names = every.paymentMethods.map(({ name }) => name);
      assert.deepEqual(
        new Set(names),
        new Set(ROWS.map(({ payment_method: name }) => name || 'Unspecified')),
      );
      assert.ok(every.paymentMethods.every(({ isCounted }) => isCounted));
      const named = new Reference(ROWS, { ...TAIPEI, weeks: 3, audienceMethods: names });
      await assertTruth(warehouse, named, someQuestions(named));
    });

    test('the warnings of an import are published with it and kept from version to version', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      const cash = row({ ...AT, order_id: '1', payment_method: 'Cash' });
      const files = [await writeCsv(join(folder, 'cash.csv'), [cash])];
      const { warnings } = await warehouse.import({ files, delivery: 'cash' });
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['no-audience'],
      );
      await warehouse.refresh();
      const { imports } = (await warehouse.describe(2)).facts;
      assert.equal(imports[0]?.delivery, 'cash');
      const text = warnings[0]?.message ?? '';
      assert.deepEqual(imports[0]?.warnings, [{ code: 'no-audience', count: 1, text, acknowledged: false }]);
    });

    test('a held import changes nothing, and no other may have its orders before it is decided on', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      const at = (name: string) => join(folder, name);
      const order = (id: string) => row({ ...AT, order_id: id, ordered_at: '2025-09-01' });
      await warehouse.import({ files: [await writeCsv(at('a.csv'), [row({ ...AT, order_id: '1' })])] });
      const files = [await writeCsv(at('b.csv'), [order('2'), order('3')])];
      const path = at('orders.parquet');
      const hold = { codes: ['gap'], acknowledged: [], ordersTo: async () => path } as const;
      const { isPublished, heldBy } = await warehouse.import({ files, hold });
      assert.deepEqual([isPublished, heldBy.map(({ code }) => code)], [false, ['gap']]);
      assert.deepEqual([await warehouse.current(), await warehouse.order('2')], [1, undefined]);
      const heldOrders = [{ id: 'del_1', path, firstDay: 0 }];
      const shared = { files: [await writeCsv(at('c.csv'), [order('3')])], hold: { ...hold, heldOrders } };
      await assert.rejects(warehouse.import(shared), SharesHeldOrder);
      const accepted = await warehouse.import({ files, hold: { ...hold, accepted: ['gap'] } });
      assert.deepEqual([accepted.isPublished, accepted.facts.version], [true, 2]);
      assert.equal(accepted.facts.imports.length, 2);
    });

    test('the newest version and the one before it can be loaded, to read and to serve', async (t) => {
      const { warehouse, folder } = await engine.open(t, SETTINGS);
      for (const days of ['2025-01-06', '2025-01-07', '2025-01-08']) {
        const file = await writeCsv(join(folder, `${days}.csv`), [
          row({ order_id: days, ordered_at: days, category: 'A', sub_category: 'B' }),
        ]);
        await warehouse.import({ files: [file] });
      }
      assert.deepEqual(await warehouse.versions(), [3, 2]);
      const tables = await warehouse.load(3);
      const { tags: _tags, ...served } = tables;
      assert.deepEqual((await warehouse.loadDerived(3)).tables, served);
      assert.deepEqual((await warehouse.describe(3)).facts, tables.facts);
      assert.equal(tables.facts.imports.length, 3);
      assert.equal((await warehouse.load(2)).facts.orders, 2);
      await assert.rejects(warehouse.load(1));
      const { lines, published } = await warehouse.sizes();
      assert.ok(Number(lines) > 0 && published > 0);
    });
  });
}
