import { Command } from 'commander';
import { programVersion } from '../lib/version.ts';
import { SETTINGS } from '../settings/settings.ts';
import { accountCommand } from './commands/account.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand } from './commands/backup.ts';
import { demoCommand } from './commands/demo.ts';
import { importCommand } from './commands/import.ts';
import { importsCommand } from './commands/imports.ts';
import { keyCommand } from './commands/key.ts';
import { membersCommand } from './commands/members.ts';
import { migrateCommand } from './commands/migrate.ts';
import { ordersCommand } from './commands/orders.ts';
import { pointsCommand } from './commands/points.ts';
import { priceCommand } from './commands/price.ts';
import { privacyCommand } from './commands/privacy.ts';
import { refreshCommand } from './commands/refresh.ts';
import { restoreCommand } from './commands/restore.ts';
import { serveCommand } from './commands/serve.ts';
import { settingsCommand } from './commands/settings.ts';
import { statusCommand } from './commands/status.ts';
import { usageCommand } from './commands/usage.ts';
import { verifyCommand } from './commands/verify.ts';
import { warehouseCommand } from './commands/warehouse.ts';
import { describeFailure } from './failure.ts';

// All that is written here, by the engines too, is for the user of the service alone.
process.umask(0o077);

const program = new Command('mdq')
  .description(
    'A metered market-data API in a box: order lines in, a priced REST API of exact statistics out.',
  )
  .helpCommand(false)
  .version(programVersion())
  .addCommand(serveCommand())
  .addCommand(demoCommand())
  .addCommand(importCommand())
  .addCommand(importsCommand())
  .addCommand(refreshCommand())
  .addCommand(statusCommand())
  .addCommand(ordersCommand())
  .addCommand(membersCommand())
  .addCommand(settingsCommand())
  .addCommand(privacyCommand())
  .addCommand(accountCommand())
  .addCommand(keyCommand())
  .addCommand(pointsCommand())
  .addCommand(priceCommand())
  .addCommand(usageCommand())
  .addCommand(auditCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(verifyCommand())
  .addCommand(warehouseCommand())
  .addCommand(migrateCommand())
  .addHelpText('after', settingsHelp());
nameErrors(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`mdq: ${describeFailure(error)}`);
  process.exitCode = 1;
}

/** What is wrong with a command line begins as every other error does. */
function nameErrors(command: Command): void {
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'mdq: ')) });
  command.commands.forEach(nameErrors);
}

function settingsHelp(): string {
  const lines = Object.entries(SETTINGS).map(
    ([name, { default: value, meaning }]) => `  ${name.padEnd(22)} ${meaning}${value ? ` (${value})` : ''}`,
  );
  return `\nSettings, as environment variables:\n${lines.join('\n')}`;
}
