import type { Command } from 'commander';
import { daysIn, formatDay, monthsTouching } from '../../snapshot/calendar.ts';
import { Snapshot } from '../../snapshot/snapshot.ts';
import { WHOLE } from '../../snapshot/tables.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import { command } from '../command.ts';
import { between, factsJson, minute } from '../facts.ts';
import { bar, bytes, count, pairs, print, table } from '../output.ts';

export function statusCommand(): Command {
  return command('status', 'what data there is', async (context) => {
    const warehouse = openWarehouse(context.config);
    const version = await warehouse.current();
    if (version === undefined) {
      print(context, { version: null }, 'No data has been published yet; "mdq import FILE" brings some');
      return;
    }
    const snapshot = new Snapshot(await warehouse.load(version));
    const { facts, categories, isWeeklyBuilt } = snapshot;
    const sizes = { ...(await warehouse.sizes()), memory: snapshot.bytes };
    await warehouse.close();
    print(
      context,
      {
        ...factsJson(facts),
        categories: categories.length,
        subCategories: subCount(snapshot),
        weeklyBuilt: isWeeklyBuilt,
        bytes: sizes,
        lastImport: facts.imports.at(-1) ?? null,
        dataDir: context.config.dataDir,
      },
      [describe(snapshot, sizes, context.config.dataDir), '', monthlyOrders(snapshot)].join('\n'),
    );
  });
}

interface Sizes {
  readonly lines: number;
  readonly published: number;
  readonly memory: number;
}

function describe(snapshot: Snapshot, sizes: Sizes, dataDir: string): string {
  const { facts, categories, coverage, defaultPeriod: period, isWeeklyBuilt } = snapshot;
  const last = facts.imports.at(-1);
  return pairs([
    ['Version', `${facts.version}, published ${minute(facts.publishedAt)}`],
    ['Coverage', `${between(coverage)}, ${count(daysIn(coverage), 'day')}`],
    ['Default period', `${between(period)}, ${count(daysIn(period), 'day')}`],
    ['Lines', `${count(facts.lines, 'line')} of ${count(facts.orders, 'order')}`],
    [
      'Categories',
      `${categories.length} with ${count(subCount(snapshot), 'sub-category').replace('ys', 'ies')}`,
    ],
    ['Trends', isWeeklyBuilt ? 'weekly' : 'monthly, until "mdq refresh" builds the weekly aggregation'],
    [
      'Last import',
      last ? `${minute(last.at)}, ${count(last.lines, 'line')} from ${last.files.join(', ')}` : 'none',
    ],
    ['In memory', `${bytes(sizes.memory)} in each server`],
    ['On disk', `${bytes(sizes.lines)} of lines, ${bytes(sizes.published)} published, in ${dataDir}`],
  ]);
}

const SHOWN_MONTHS = 12;

/** The orders of the last months, drawn. */
function monthlyOrders(snapshot: Snapshot): string {
  const months = monthsTouching(snapshot.coverage, snapshot.coverage).slice(-SHOWN_MONTHS);
  const rows = months.map((month) => ({
    month: formatDay(month.start).slice(0, 7),
    orders: snapshot.totals(WHOLE, month).orders,
  }));
  const max = Math.max(...rows.map(({ orders }) => orders));
  return table(rows.map((row) => ({ ...row, ' ': bar(row.orders, max) })));
}

function subCount({ categories }: Snapshot): number {
  return categories.reduce((sum, { subs }) => sum + subs.length, 0);
}
