import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { UserError } from '../errors/operators.ts';
import { operations } from '../operations/list.ts';
import type { Operation } from '../operations/operation.ts';
import { flag, readText, type Schema } from '../operations/schema.ts';
import { inContext } from './context.ts';
import { printResult } from './printing/print-result.ts';
import type { Door } from './run.ts';

type Options = Record<string, unknown> & { json?: boolean; csv?: boolean; file?: string };

/** A command with `--json`, as every one has it. */
export function newCommand(usage: string, summary: string): Command {
  const [name, ...parameters] = usage.split(' ');
  const made = new Command(name);
  for (const parameter of parameters) made.argument(parameter);
  return made.description(summary).option('--json', 'print JSON');
}

/** The command that an operation is, with the options that make another operation of it. */
export async function operationCommand(name: string, door: Door): Promise<Command> {
  const operation = await load(name);
  const { args = [], input, csv } = operation;
  const made = newCommand(
    [name.split(' ').at(-1), ...args.map((arg) => parameter(arg, input[arg]))].join(' '),
    operation.summary,
  );
  for (const [field, schema] of Object.entries(input)) {
    if (!args.includes(field)) made.addOption(option(field, schema));
    if (schema.file) made.option('--file <file>', schema.file);
  }
  if (csv) made.option('--csv', 'print CSV');
  const others = new Map<string, Operation>();
  for (const each of Object.keys(operations).filter((each) => each.startsWith(`${name} --`))) {
    const [word, other] = [each.slice(name.length + 3), await load(each)];
    others.set(word, other);
    const value = other.input[word] ?? flag();
    made.addOption(option(word, { ...value, description: other.summary, isOptional: true }));
  }
  return made.action(async function perform(this: Command) {
    // A command above it may take --json as well, and then has it.
    const options = this.optsWithGlobals<Options>();
    const [, called = operation] = [...others].find(([word]) => options[word] !== undefined) ?? [];
    const asked = { isJson: options.json === true, isStoppable: called.isLong === true };
    await inContext(door, asked, async (context) => {
      const given = readInput(called, options, this.args);
      const result = await called.run(context, given);
      await printResult(context, called, { result, input: given, isCsv: options.csv === true });
      if (called.isBad?.(result)) door.fail();
    });
  });
}

async function load(name: string): Promise<Operation> {
  const found = operations[name];
  if (!found) throw new Error(`There is no operation "${name}"`);
  return found();
}

/** `<account>`, `[account]`, `<ids...>`. */
function parameter(name: string, schema: Schema | undefined): string {
  const label = `${schema?.label ?? name}${schema?.type === 'array' ? '...' : ''}`;
  return schema?.isOptional ? `[${label}]` : `<${label}>`;
}

function option(name: string, schema: Schema): Option {
  if (schema.type === 'boolean') return new Option(`--${name}`, schema.description);
  const made = new Option(`--${name} <${schema.label ?? 'text'}>`, schema.description);
  if (schema.enum) made.choices(schema.enum);
  else
    made.argParser((text) => {
      const value = readText(schema, text);
      if (value === undefined) throw new InvalidArgumentError(`It must be ${schema.takes}.`);
      return value;
    });
  if (schema.default === undefined) return made.makeOptionMandatory(!schema.isOptional);
  const usual = String(schema.default);
  return schema.format ? made.default(readText(schema, usual), usual) : made.default(schema.default);
}

function readInput({ args = [], input }: Operation, options: Options, given: readonly string[]): object {
  const fields = Object.entries(input).map(([name, schema]) => {
    const place = args.indexOf(name);
    if (place < 0) return [name, options[name]];
    if (schema.type === 'array')
      return [name, [...given.slice(place), ...(options.file === undefined ? [] : readLines(options.file))]];
    const text = given[place];
    if (text === undefined) return [name, undefined];
    const value = readText(schema, text);
    if (value === undefined) throw new UserError(`The ${name} must be ${schema.takes}, not "${text}"`);
    return [name, value];
  });
  return Object.fromEntries(fields);
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
  } catch (error) {
    throw new UserError(`Cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
