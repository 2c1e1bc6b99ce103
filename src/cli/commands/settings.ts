import type { Command } from 'commander';
import { UserError } from '../../errors/operators.ts';
import {
  DATA_SETTING_NAMES,
  type DataSettingName,
  isDataSetting,
  readDataSetting,
  showDataSetting,
} from '../../settings/data-settings.ts';
import { command } from '../command.ts';
import { describeFacts, factsJson } from '../printing/facts.ts';
import { pairs, print } from '../printing/output.ts';
import { privacyLines, restatedJson, restatedLines } from '../printing/privacy-lines.ts';
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
    'set <name> <value> [more...]',
    'change settings of the data, in one go, and publish',
    async (context, _options, ...pairs) => {
      const given = readPairs(pairs);
      const changed = Object.assign({}, ...given.map(([name, value]) => readDataSetting(name, value)));
      const { facts, isChanged, restated } = await withWarehouse(context, (warehouse, onProgress) =>
        warehouse.changeSettings(changed, onProgress),
      );
      const shown = given.map(([name]) => [name, showDataSetting(name, changed)] as const);
      const what = shown.map(([name, value]) => `${name} is ${isChanged ? 'now ' : ''}${value}`).join(', ');
      const lines = isChanged
        ? [
            `${what}.${facts ? '' : ' It holds from the first import on.'}`,
            ...(facts && 'cancelledStatuses' in changed ? [FROM_NOW_ON] : []),
            ...(restated ? restatedLines(restated) : []),
          ]
        : [`${what} already; nothing was published.`];
      print(
        context,
        {
          ...Object.fromEntries(shown),
          isChanged,
          ...(restated && { restated: restatedJson(restated) }),
          ...(facts ? factsJson(facts) : {}),
        },
        [...lines, ...(facts && isChanged ? [describeFacts(facts), ...privacyLines(facts)] : [])].join('\n'),
      );
    },
  );
}

function readPairs(pairs: readonly string[]): [DataSettingName, string][] {
  if (pairs.length % 2 !== 0) throw new UserError(`${pairs.at(-1)} needs a value`);
  const names = pairs.filter((_, i) => i % 2 === 0);
  return names.map((name, i) => {
    if (!isDataSetting(name))
      throw new UserError(
        `There is no setting ${name} of the data; there are: ${DATA_SETTING_NAMES.join(', ')}`,
      );
    return [name, (pairs[2 * i + 1] ?? '').trim()];
  });
}
