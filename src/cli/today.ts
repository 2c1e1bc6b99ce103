import type { Config } from '../settings/config.ts';
import { effectiveSettings } from '../settings/data-settings.ts';
import { type Day, dayClock } from '../snapshot/calendar.ts';
import { openWarehouse } from '../warehouse/open.ts';

/** What day it is in the time zone of the data, whatever the environment of this command says. */
export async function today(config: Config): Promise<Day> {
  const warehouse = openWarehouse(config);
  try {
    const { timeZone } = effectiveSettings(config.given, await warehouse.settings());
    return dayClock(timeZone)(Date.now());
  } finally {
    await warehouse.close();
  }
}
