import { Command, CommanderError } from 'commander';
import { describeFailure } from '../errors/describe-failure.ts';
import { programVersion } from '../lib/version.ts';
import { NOUNS, operations } from '../operations/list.ts';
import { type CommandContext, inContext } from './context.ts';
import { newCommand, operationCommand } from './operation-command.ts';
import type { Output, Terminal } from './run.ts';

/** A command that is more than an operation: it lives in a terminal, with files and signals. */
interface OwnCommand {
  readonly usage: string;
  readonly summary: string;
  load(): Promise<{
    addOptions?(command: Command): Command;
    act(context: CommandContext, options: object, ...args: string[]): Promise<void>;
  }>;
}

const COMMANDS: Readonly<Record<string, OwnCommand>> = {
  serve: { usage: 'serve', summary: 'serve the API', load: () => import('./commands/serve.ts') },
  demo: {
    usage: 'demo',
    summary: 'make demo data, an account "demo" and a key, unless they are there',
    load: () => import('./commands/demo.ts'),
  },
  import: {
    usage: 'import [files...]',
    summary: 'take in order lines (CSV, Parquet, NDJSON) and publish',
    load: () => import('./commands/import.ts'),
  },
  backup: {
    usage: 'backup <dir>',
    summary: 'copy everything into a new folder, while serving',
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    usage: 'restore <dir>',
    summary: 'put a backup into DATA_DIR, which nobody may be using',
    load: () => import('./commands/restore.ts'),
  },
  verify: {
    usage: 'verify <dir>',
    summary: 'check a backup, without changing anything',
    load: () => import('./commands/verify.ts'),
  },
  migrate: {
    usage: 'migrate',
    summary:
      'copy what is in DATA_DIR into ClickHouse and PostgreSQL, while serving; --finish moves it for good',
    load: () => import('./commands/migrate.ts'),
  },
};

/** What help begins and ends with; operations are in between. */
const FIRST = ['serve', 'demo', 'import'];
const LAST = ['backup', 'restore', 'verify', 'warehouse', 'migrate'];

export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const program = await makeProgram(argv, terminal);
    writeTo(program, terminal.output);
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // It has said what is wrong already.
    if (error instanceof CommanderError) return error.exitCode;
    terminal.output.stderr.write(`mdq: ${describeFailure(error)}\n`);
    return 1;
  }
}

/** The command that is called, and the rest only where help or a mistake may name them. */
async function makeProgram(argv: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command('mdq')
    .description(
      'A metered market-data API in a box: order lines in, a priced REST API of exact statistics out.',
    )
    .helpCommand(false)
    .version(programVersion());
  const words = Object.keys(operations).map((name) => name.split(' ')[0] ?? '');
  const names = [...new Set([...FIRST, ...words.filter((word) => !LAST.includes(word)), ...LAST])];
  const [first = ''] = argv.filter((word) => !word.startsWith('-'));
  // Such as `list` in `mdq key list`. Where there is no such command, help is about all that begin with the first word.
  const second = argv[argv.indexOf(first) + 1] ?? '';
  const called = names.find((name) => name === first);
  // An option before the command is for the program.
  const isWhole = !called || /^-(?!-$)/.test(argv[0] ?? '');
  for (const name of isWhole ? names : [called])
    program.addCommand(
      await (name === called ? makeCommand(name, second, terminal) : outline(name, terminal)),
    );
  return isWhole ? program.addHelpText('after', await settingsHelp()) : program;
}

/** A command as the list of all commands shows it. */
async function outline(name: string, terminal: Terminal): Promise<Command> {
  const own = COMMANDS[name];
  if (own) return newCommand(own.usage, own.summary);
  const noun = NOUNS[name];
  return noun === undefined ? operationCommand(name, terminal) : new Command(name).description(noun);
}

async function makeCommand(name: string, second: string, terminal: Terminal): Promise<Command> {
  const made = await outline(name, terminal);
  const own = COMMANDS[name];
  if (own) {
    const { addOptions, act } = await own.load();
    return (addOptions?.(made) ?? made).action(async function perform(this: Command) {
      const options = this.opts<{ json?: boolean }>();
      await inContext(terminal, { isJson: options.json === true, isStoppable: true }, (context) =>
        act(context, options, ...this.args),
      );
    });
  }
  const below = Object.keys(operations).filter(
    (each) => each.startsWith(`${name} `) && !each.includes(' --'),
  );
  const called = below.filter((each) => each === `${name} ${second}`);
  // A word that no command begins with is a mistake where nothing is to be given, which the program tells by itself.
  const isMistaken = /^[^-]/.test(second) && called.length === 0 && made.registeredArguments.length === 0;
  const parent = isMistaken && below.length > 0 ? new Command(name).description(made.description()) : made;
  for (const each of called.length > 0 ? called : below)
    parent.addCommand(await operationCommand(each, terminal));
  return parent;
}

/** What is wrong with a command line begins as every other error does, and is one line. */
function writeTo(command: Command, output: Output): void {
  const { stdout, stderr } = output;
  command.exitOverride().configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    outputError: (text, write) => write(text.replace(/^error: /, 'mdq: ').replace('\n(', ' (')),
    getOutHelpWidth: () => (stdout.isTTY && stdout.columns) || 80,
    getErrHelpWidth: () => (stderr.isTTY && stderr.columns) || 80,
  });
  for (const each of command.commands) writeTo(each, output);
}

async function settingsHelp(): Promise<string> {
  const { SETTINGS } = await import('../settings/settings.ts');
  const lines = Object.entries(SETTINGS).map(
    ([name, { default: value, meaning }]) => `  ${name.padEnd(22)} ${meaning}${value ? ` (${value})` : ''}`,
  );
  return `\nSettings, as environment variables:\n${lines.join('\n')}`;
}
