import { Command } from 'commander';
import { MAX_BASE, type Points } from '../../endpoints/price.ts';
import { UserError } from '../../errors/operators.ts';
import { type Context, command, withAccounts } from '../command.ts';
import { count, print, printList } from '../printing/output.ts';

export function priceCommand(): Command {
  return new Command('price')
    .description('prices: what calls cost')
    .addCommand(command('list', 'list the base price of every path', list))
    .addCommand(
      command(
        'set <path> <base>',
        `set a base price, from 0 (free) to ${MAX_BASE.toLocaleString('en')} points`,
        async (context, _options, path = '', base = '') => change(context, path, readBase(base)),
      ),
    )
    .addCommand(
      command(
        'reset <path>',
        'set a price back to what it is by default',
        async (context, _options, path = '') => change(context, path),
      ),
    );
}

/** Loaded when a price is asked for: with all their schemas, endpoints would make every other command start late. */
const loadEndpoints = async () => (await import('../../endpoints/index.ts')).endpoints;

async function list(context: Context): Promise<void> {
  const { PriceList } = await import('../../endpoints/price-list.ts');
  const changed = await withAccounts(context.config, (accounts) => accounts.prices());
  const prices = new PriceList(changed);
  const rows = (await loadEndpoints()).map((endpoint) => ({
    path: endpoint.path,
    base: prices.priceOf(endpoint).base,
    default: endpoint.price.base,
    kind: endpoint.price.kind,
  }));
  printList(context, rows, 'Nothing is sold');
}

/** Without a base: back to the default. */
async function change(context: Context, path: string, base?: Points): Promise<void> {
  const endpoint = (await loadEndpoints()).find((each) => each.path === path);
  if (!endpoint) {
    throw new UserError(`There is no path "${path}" with a price; "mdq price list" shows those there are`);
  }
  await withAccounts(context.config, (accounts) =>
    base === undefined ? accounts.resetPrice(path) : accounts.setPrice(path, base),
  );
  const now = base ?? endpoint.price.base;
  print(
    context,
    { path, base: now, default: endpoint.price.base },
    `${path} costs ${now === 0 ? 'nothing' : count(now, 'point')} from now on; servers take it within two seconds.`,
  );
}

function readBase(text: string): Points {
  const base = Number(text);
  if (!/^\d{1,7}$/.test(text) || base > MAX_BASE) {
    throw new UserError(
      `The base must be a whole number of points from 0 to ${MAX_BASE.toLocaleString('en')}, not "${text}"`,
    );
  }
  return base;
}
