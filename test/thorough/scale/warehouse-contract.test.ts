/** What every engine of the warehouse promises: one suite, run for each of them. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { formatDay, parseDay } from '../../../src/lib/calendar.ts';
import type { ImportRequest, Warehouse } from '../../../src/warehouse/warehouse.ts';
import {
  NoLines,
  NothingToImport,
  RowsRefused,
  SharesHeldOrder,
} from '../../../src/warehouse/warehouse-errors.ts';
import { trials } from '../../support/effort.ts';
import { writeCsv } from '../../support/order-files.ts';
import { type Figures, warehouseFigures } from '../../support/reference/figures.ts';
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
import { mergeImports, type RawRow } from '../../support/reference/reference-lines.ts';
import { seedOf } from '../../support/seed.ts';
import { order as anyOrder } from '../../support/stores/prepare.ts';
import { ENGINES, embedded } from '../../support/stores/warehouse-engines.ts';

const TAIPEI = { timeZone: MADE_TIME_ZONE };
const SETTINGS = { MDQ_TIMEZONE: MADE_TIME_ZONE };
const ROWS = madeRows();
const CARD = { ordered_at: '2025-01-06', payment_method: 'Credit card' };
const order = (id: string, more: Partial<RawRow> = {}) => anyOrder(id, { ...CARD, ...more });

/** What a warehouse publishes is what the reference says of the rows. */
async function assertTruth(warehouse: Warehouse, reference: Reference, questions: readonly Question[]) {
  const figures: Figures = await warehouseFigures(warehouse, questions.map(urlOf));
  for (const { path, parameters } of questions) {
    const url = urlOf({ path, parameters });
    const { data } = reference.answer(path, parameters);
    assert.deepEqual(JSON.parse(figures.get(url) ?? ''), { code: 200, data }, decodeURIComponent(url));
  }
}

const codesOf = (each: readonly { readonly code: string }[]) => each.map(({ code }) => code);

for (const engine of ENGINES) {
  const open = async (t: TestContext) => {
    const { warehouse, folder } = await engine.open(t, SETTINGS);
    const at = (name: string) => join(folder, name);
    /** Imports rows, or again the file that they were written to. */
    const bring = async (name: string, rows?: readonly RawRow[], request: Partial<ImportRequest> = {}) => {
      if (rows) await writeCsv(at(name), rows);
      return warehouse.import({ ...request, files: [at(name)] });
    };
    return { warehouse, at, bring };
  };

  describe(`the warehouse, ${engine.name}`, { skip: engine.skip }, () => {
    test('every figure is the recomputed one, after an import, after orders arrived again, and after a refresh', async (t) => {
      const random = seededRandom(seedOf(t));
      const { warehouse, bring } = await open(t);
      const before = new Reference(ROWS, TAIPEI);
      await bring('rows.csv', ROWS);
      // All of them are asked of a service on the embedded engine: test/api/figures.test.ts.
      await assertTruth(warehouse, before, (engine === embedded ? someQuestions : allQuestions)(before));

      const resent = resentRows(ROWS);
      const after = new Reference(mergeImports([ROWS, resent]), TAIPEI);
      const report = await bring('resent.csv', resent);
      assert.ok(report.replacedOrders > 0 && report.replacedOrders < report.orders);
      const questions = sampleQuestions(after, engine === embedded ? trials(3000) : 3000, random);
      await assertTruth(warehouse, after, questions);
      await warehouse.refresh();
      await assertTruth(warehouse, after, questions);
    });

    test('a query hashes addresses with a key of the store, and a member is forgotten by the address', async (t) => {
      const { warehouse, at, bring } = await open(t);
      const sql = at('lines.sql');
      await writeFile(sql, 'SELECT * REPLACE (mdq_member(member_id) AS member_id) FROM shop');
      const addresses = ['Ann@example.com', ' ann@EXAMPLE.com', 'bo@example.com', ''];
      const rows = addresses.map((address, i) => order(`${i + 1}`, { member_id: address }));
      const unknown = /There is no member with this e-mail address/;
      const forget = (address: string) => warehouse.forgetMembers([], undefined, address);
      await bring('shop.csv', rows);
      await assert.rejects(forget('ann@example.com'), unknown);
      const request = { profile: { sql } };
      await bring('shop.csv', undefined, request);
      const members = async () => {
        const found = [];
        for (const id of ['1', '2', '3', '4']) found.push((await warehouse.order(id))?.lines[0]?.memberId);
        return found;
      };
      const [ann, again, bo, nobody] = await members();
      assert.match(ann ?? '', /^[0-9a-f]{32}$/);
      assert.deepEqual([again, nobody, bo === ann], [ann, null, false]);
      for (const algorithm of ['md5', 'sha256'])
        assert.ok(!hash(algorithm, 'ann@example.com', 'hex').startsWith(ann ?? ''), 'nobody can compute it');
      // The same file is the same members, whenever it is read.
      assert.equal((await bring('shop.csv', undefined, request)).unchangedOrders, 4);
      assert.equal((await warehouse.foresee({ ...request, files: [at('shop.csv')] })).unchangedOrders, 4);
      assert.equal((await forget('ANN@example.com ')).lines, 2);
      assert.equal((await bring('shop.csv', undefined, request)).forgottenLines, 2);
      assert.deepEqual(await members(), [null, null, bo, null]);
      await assert.rejects(forget('cy@example.com'), unknown);
    });

    test('what holds no row, a bad one, or nothing new publishes nothing; before the first import there is nothing', async (t) => {
      const { warehouse, bring } = await open(t);
      await assert.rejects(warehouse.refresh(), NoLines);
      await assert.rejects(warehouse.deleteOrders(['x']), NoLines);
      assert.equal(await warehouse.order('x'), undefined);
      await assert.rejects(bring('bad.csv', [order('1', { amount: 'x' }), order('2')]), RowsRefused);
      await assert.rejects(bring('empty.csv', []), NothingToImport);
      assert.equal(await warehouse.current(), undefined);
      const { facts, skippedRows } = await bring('bad.csv', undefined, { skipBadRows: true });
      assert.deepEqual([facts.lines, facts.version, skippedRows], [1, 1, 1]);
      const again = await bring('bad.csv', undefined, { skipBadRows: true });
      assert.deepEqual([again.unchangedOrders, again.facts.version, await warehouse.current()], [1, 1, 1]);
    });

    test('single orders and members: shown, deleted, cancelled, forgotten; an unknown one changes nothing', async (t) => {
      const { warehouse, at, bring } = await open(t);
      await bring('rows.csv', [
        order('1', { product_id: 'p', amount: '2.50', tags: 'k=v', member_id: 'm' }),
        order('1', { product_id: 'q', member_id: 'n' }),
        order('2', { member_id: 'm' }),
        order('3', { member_id: 'o' }),
        order('4', { member_id: 'o' }),
      ]);
      const shown = await warehouse.order('1');
      assert.equal(shown && formatDay(shown.day), '2025-01-06');
      const line = shown?.lines.find(({ productId }) => productId === 'p');
      assert.deepEqual([line?.cents, line?.tags, line?.memberId, line?.merchantId], [250, 'k=v', 'm', null]);

      const unknown = /no (order|member) "nobody"; nothing was changed/;
      await assert.rejects(warehouse.deleteOrders(['3', 'nobody']), unknown);
      await assert.rejects(warehouse.forgetMembers(['m', 'nobody']), unknown);
      assert.deepEqual([await warehouse.current(), (await warehouse.order('3'))?.lines.length], [1, 1]);

      const deleted = await warehouse.deleteOrders(['3']);
      assert.deepEqual([deleted.orders, deleted.lines, deleted.facts.orders], [1, 1, 3]);
      assert.equal(await warehouse.order('3'), undefined);
      const forgotten = await warehouse.forgetMembers(['m']);
      assert.deepEqual([forgotten.orders, forgotten.lines, forgotten.facts.lines], [2, 2, 4]);
      const members = (await warehouse.order('1'))?.lines.map(({ memberId }) => memberId);
      assert.deepEqual(new Set(members), new Set(['n', null]));
      // The same file again brings neither back, until it is allowed.
      const again = await bring('rows.csv');
      assert.deepEqual([again.deletedOrders, again.forgottenLines, again.facts.orders], [1, 2, 3]);
      assert.equal((await warehouse.forgetMembers(['m'])).lines, 0);
      await warehouse.allow('member', ['m']);
      const named = await bring('rows.csv');
      assert.deepEqual([named.deletedOrders, named.forgottenLines, named.facts.orders], [1, 0, 3]);
      assert.equal((await warehouse.order('2'))?.lines[0]?.memberId, 'm');
      // An engine may not know that an order without its member arrives just as it is, and replace it by itself.
      const replaced = again.isPublished ? ['import'] : [];
      assert.deepEqual(
        named.facts.imports.map(({ kind }) => kind),
        ['import', 'delete', 'forget', ...replaced, 'allow', 'import'],
      );
      await writeFile(
        at('cancelled.csv'),
        'order_id,ordered_at,category,sub_category,product_id,amount,status\n4,,,,,,cancelled\n9,,,,,,cancelled\n',
      );
      const report = await bring('cancelled.csv');
      assert.deepEqual([report.removedOrders, report.facts.orders], [1, 2]);
      assert.equal((await warehouse.deleteOrders(['1', '2'])).facts.lines, 0);
    });

    test('with disclosure control, an order of a published week waits to be deleted; others go at once', async (t) => {
      const { warehouse, bring } = await open(t);
      await warehouse.changeSettings({ minPeople: 2 });
      const shown = ['1', '2', '3'].map((id) => order(id, { member_id: `m${id}` }));
      const next = order('next', { ordered_at: '2025-01-13' });
      await bring('rows.csv', [...shown, next, next]);
      const late = order('late');
      await bring('late.csv', [order('late', { ordered_at: '2025-01-07' }), late, late]);
      await assert.rejects(warehouse.deleteOrders(['late', 'nobody']), /no order "nobody"; nothing was/);
      const waiting = await warehouse.order('late');
      assert.deepEqual([waiting?.waits, waiting?.day], ['arrival', parseDay('2025-01-06')]);

      const { facts, ...counts } = await warehouse.deleteOrders(['1', 'late', 'next', 'next']);
      assert.deepEqual(counts, { lines: 5, orders: 2, asideOrders: 1 });
      assert.deepEqual([facts.orders, facts.privacy?.asideOrders], [3, 1]);
      assert.equal((await warehouse.order('1'))?.waits, 'deletion');
      for (const gone of ['late', 'next']) assert.equal(await warehouse.order(gone), undefined);
      const again = await warehouse.deleteOrders(['1']);
      assert.deepEqual(again, { facts, lines: 0, orders: 0, asideOrders: 1 });
      await assert.rejects(warehouse.deleteOrders(['late']), /no order "late"; nothing was/);
      assert.equal((await warehouse.restate()).orders, 1);
      assert.equal(await warehouse.order('1'), undefined);
    });

    test('settings are kept with the data, and days that are not complete are kept and not shown', async (t) => {
      const { warehouse, bring } = await open(t);
      assert.deepEqual(await warehouse.settings(), {});
      assert.equal((await warehouse.changeSettings({ defaultWeeks: 3 })).facts, undefined);
      assert.equal((await warehouse.settings()).defaultWeeks, 3);
      const through = parseDay('2025-04-20');
      const { facts } = await bring('rows.csv', ROWS, { completeThrough: through });
      assert.deepEqual([facts.settings.defaultWeeks, facts.settings.timeZone], [3, MADE_TIME_ZONE]);
      assert.ok(facts.coverage.end <= Number(through) && facts.hiddenOrders > 0);
      assert.equal((await warehouse.refresh()).completeThrough, through);
      await assert.rejects(warehouse.changeSettings({ timeZone: 'UTC' }), /cannot be changed/);

      const audienceMethods = ['行動支付', 'Bank transfer'];
      for (const isNew of [true, false])
        assert.equal((await warehouse.changeSettings({ audienceMethods })).isChanged, isNew);
      const all = await bring('rows.csv', undefined, { completeThrough: 'last' });
      assert.equal(all.facts.hiddenOrders, 0);
      const reference = new Reference(ROWS, { ...TAIPEI, weeks: 3, audienceMethods });
      await assertTruth(warehouse, reference, someQuestions(reference));

      const { paymentMethods } = await warehouse.changeSettings({ audienceMethods: ['*'] });
      const names = paymentMethods.map(({ name }) => name);
      const inRows = ROWS.map(({ payment_method: name }) => name || 'Unspecified');
      assert.deepEqual(new Set(names), new Set(inRows));
      assert.ok(paymentMethods.every(({ isCounted }) => isCounted));
      const named = new Reference(ROWS, { ...TAIPEI, weeks: 3, audienceMethods: names });
      await assertTruth(warehouse, named, someQuestions(named));
    });

    test('the warnings of an import are published with it and kept from version to version', async (t) => {
      const { warehouse, bring } = await open(t);
      const cash = [order('1', { payment_method: 'Cash' })];
      const { warnings } = await bring('cash.csv', cash, { delivery: 'cash' });
      assert.deepEqual(codesOf(warnings), ['no-audience']);
      await warehouse.refresh();
      const [imported] = (await warehouse.describe(2)).facts.imports;
      const text = warnings[0]?.message ?? '';
      const kept = [{ code: 'no-audience', count: 1, text, acknowledged: false }];
      assert.deepEqual([imported?.delivery, imported?.warnings], ['cash', kept]);
    });

    test('a held import changes nothing, and no other may have its orders before it is decided on', async (t) => {
      const { warehouse, at, bring } = await open(t);
      const later = (id: string) => order(id, { ordered_at: '2025-09-01' });
      await bring('a.csv', [order('1')]);
      const path = at('orders.parquet');
      const hold = { codes: ['gap'], acknowledged: [], ordersTo: async () => path } as const;
      const { isPublished, heldBy } = await bring('b.csv', [later('2'), later('3')], { hold });
      assert.deepEqual([isPublished, codesOf(heldBy)], [false, ['gap']]);
      assert.deepEqual([await warehouse.current(), await warehouse.order('2')], [1, undefined]);
      const heldOrders = [{ id: 'del_1', path, firstDay: 0 }];
      const shared = bring('c.csv', [later('3')], { hold: { ...hold, heldOrders } });
      await assert.rejects(shared, SharesHeldOrder);
      const accepted = await bring('b.csv', undefined, { hold: { ...hold, accepted: ['gap'] } });
      assert.deepEqual([accepted.isPublished, accepted.facts.version], [true, 2]);
      assert.equal(accepted.facts.imports.length, 2);
    });

    test('the newest version and the one before it can be loaded, to read and to serve', async (t) => {
      const { warehouse, bring } = await open(t);
      for (const day of ['2025-01-06', '2025-01-07', '2025-01-08'])
        await bring(`${day}.csv`, [order(day, { ordered_at: day })]);
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
