import { Command } from 'commander';
import { UserError } from '../../errors/operators.ts';
import { schemaText, setUpClickhouse } from '../../warehouse/open.ts';
import { command } from '../command.ts';
import { count, print } from '../printing/output.ts';

export function warehouseCommand(): Command {
  return new Command('warehouse')
    .description('the tables of a ClickHouse warehouse')
    .addCommand(setupCommand())
    .addCommand(schemaCommand());
}

function setupCommand(): Command {
  return command('setup', 'make the tables that are missing in WAREHOUSE_URL', async (context) => {
    const address = context.config.warehouse;
    if (!address)
      throw new UserError('WAREHOUSE_URL must be set: the embedded warehouse needs no setup; see mdq --help');
    const made = await setUpClickhouse(address);
    const { hosts, database } = address;
    print(
      context,
      { made, servers: hosts.length, database },
      `Made ${count(made, 'table')} in the database ${database} on ${count(hosts.length, 'server')}; all of them are there.`,
    );
  });
}

function schemaCommand(): Command {
  return command('schema', 'print the statements that make the tables, for each server', async (context) => {
    print(context, { statements: schemaText() }, schemaText().trimEnd());
  });
}
