import type { Command } from 'commander';
import { type DayRange, defaultPeriod, formatDay } from '../../snapshot/calendar.ts';
import { Snapshot } from '../../snapshot/snapshot.ts';
import type { Facts } from '../../snapshot/tables.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import { command } from '../command.ts';
import { bytes, count, print } from '../output.ts';

export function statusCommand(): Command {
  return command('status', 'what data there is', async (context) => {
    const warehouse = openWarehouse(context.config);
    const version = await warehouse.current();
    if (version === undefined) {
      print(context, { version: null }, 'No data has been published yet; "mdq import FILE" brings some');
      return;
    }
    const { facts, categories, isWeeklyBuilt } = new Snapshot(await warehouse.load(version));
    const subCategories = categories.reduce((sum, { subs }) => sum + subs.length, 0);
    const sizes = await warehouse.sizes();
    await warehouse.close();
    print(
      context,
      {
        ...factsJson(facts),
        categories: categories.length,
        subCategories,
        weeklyBuilt: isWeeklyBuilt,
        bytes: sizes,
        lastImport: facts.imports.at(-1) ?? null,
        dataDir: context.config.dataDir,
      },
      [
        describeFacts(facts),
        `${categories.length} categories with ${subCategories} sub-categories.`,
        ...lastImport(facts),
        isWeeklyBuilt
          ? 'Trends are weekly.'
          : 'Trends are monthly until "mdq refresh" builds the weekly aggregation.',
        `On disk: ${bytes(sizes.lines)} of lines, ${bytes(sizes.published)} published, in ${context.config.dataDir}`,
      ].join('\n'),
    );
  });
}

function lastImport({ imports }: Facts): string[] {
  const last = imports.at(-1);
  if (!last) return [];
  const when = last.at.slice(0, 16).replace('T', ' ');
  return [
    `Last import ${when} UTC: ${count(last.lines, 'line')} of ${count(last.orders, 'order')} from ${last.files.join(', ')}`,
  ];
}

export function factsJson(facts: Facts): Record<string, unknown> {
  return {
    version: facts.version,
    publishedAt: facts.publishedAt,
    coverage: dates(facts.coverage),
    defaultPeriod: dates(defaultPeriod(facts.coverage, facts.settings.defaultWeeks)),
    totalLines: facts.lines,
    totalOrders: facts.orders,
    settings: facts.settings,
  };
}

export function describeFacts(facts: Facts): string {
  const { start, end } = dates(facts.coverage);
  const period = dates(defaultPeriod(facts.coverage, facts.settings.defaultWeeks));
  return [
    `Version ${facts.version}, published ${facts.publishedAt.slice(0, 16).replace('T', ' ')} UTC: ` +
      `${count(facts.lines, 'line')} of ${count(facts.orders, 'order')}.`,
    `Coverage ${start} to ${end}; the default period is ${period.start} to ${period.end}.`,
  ].join('\n');
}

function dates(range: DayRange): { start: string; end: string } {
  return { start: formatDay(range.start), end: formatDay(range.end) };
}
