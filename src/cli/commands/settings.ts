import type { Command } from 'commander';
import { DATA_SETTING_NAMES, isDataSetting, readDataSetting, showDataSetting } from '../../data-settings.ts';
import { UserError } from '../../errors.ts';
import { command } from '../command.ts';
import { describeFacts, factsJson } from '../facts.ts';
import { pairs, print } from '../output.ts';
import { withWarehouse } from '../with-warehouse.ts';

const FROM_NOW_ON = 'It holds for what comes in from now on. For orders that are in, import the files again.';

export function settingsCommand(): Command {
  return command('settings', 'what the data is made with', async (context) => {
    const stored = await withWarehouse(context, (warehouse) => warehouse.settings());
    const isKept = Object.keys(stored).length > 0;
    const shown = DATA_SETTING_NAMES.map((name) => [name, showDataSetting(name, stored)] as const);
    print(
      context,
      Object.fromEntries(shown),
      [
        pairs(shown.map(([name, value]) => [name, value || 'none'])),
        ...(isKept ? [] : ['These are the defaults: the first import keeps what is set then.']),
      ].join('\n'),
    );
  }).addCommand(setCommand());
}

function setCommand(): Command {
  return command(
    'set <name> <value>',
    'change a setting of the data and publish',
    async (context, _options, name = '', value = '') => {
      if (!isDataSetting(name))
        throw new UserError(
          `There is no setting ${name} of the data; there are: ${DATA_SETTING_NAMES.join(', ')}`,
        );
      const changed = readDataSetting(name, value.trim());
      const { facts, isChanged } = await withWarehouse(context, (warehouse, onProgress) =>
        warehouse.changeSettings(changed, onProgress),
      );
      const shown = showDataSetting(name, changed);
      const lines = isChanged
        ? [
            `${name} is now ${shown}.${facts ? '' : ' It holds from the first import on.'}`,
            ...(facts && name === 'MDQ_CANCELLED_STATUSES' ? [FROM_NOW_ON] : []),
          ]
        : [`${name} is ${shown} already; nothing was published.`];
      print(
        context,
        { [name]: shown, isChanged, ...(facts ? factsJson(facts) : {}) },
        [...lines, ...(facts && isChanged ? [describeFacts(facts)] : [])].join('\n'),
      );
    },
  );
}
