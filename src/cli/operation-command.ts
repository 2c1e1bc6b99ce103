import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { UserError } from '../errors/operators.ts';
import { fileFault } from '../errors/stores.ts';
import { linesOf } from '../lib/text/lines.ts';
import { operations } from '../operations/list.ts';
import { InputError, type Operation } from '../operations/operation.ts';
import { perform } from '../operations/perform.ts';
import { accepted, flag, readText, type Schema } from '../operations/schema.ts';
import { actorOf, inContext } from './context.ts';
import { printResult } from './printing/print-result.ts';
import type { Terminal } from './run.ts';

type Options = Record<string, unknown> & { json?: boolean; csv?: boolean; file?: string };

/** Null as the value of an option: commander takes null itself for an empty text. */
const NULL = Symbol('null');

/** A command with `--json`, as every one has it. */
export function newCommand(usage: string, summary: string): Command {
  const [name, ...parameters] = usage.split(' ');
  const made = new Command(name);
  for (const parameter of parameters) made.argument(parameter);
  return made.description(summary).option('--json', 'print JSON');
}

/** The command of an operation. With an option such as --prune it is another operation. */
export async function operationCommand(name: string, terminal: Terminal): Promise<Command> {
  const operation = await load(name);
  const { args = [], input, csv } = operation;
  const required = args.filter((arg) => !input[arg]?.isOptional);
  const others = new Map<string, Operation>();
  for (const each of Object.keys(operations).filter((each) => each.startsWith(`${name} --`)))
    others.set(each.slice(name.length + 3), await load(each));
  const made = newCommand(
    [name.split(' ').at(-1), ...args.map((arg) => parameter(arg, input[arg], others.size > 0))].join(' '),
    operation.summary,
  );
  for (const [field, schema] of Object.entries(input)) {
    if (!args.includes(field)) made.addOption(option(field, schema));
    if (schema.file) made.option('--file <file>', schema.file);
  }
  if (csv) made.addOption(new Option('--csv', 'print CSV').conflicts('json'));
  for (const [word, other] of others) {
    const value = other.input[word] ?? flag();
    made.addOption(option(word, { ...value, description: other.summary, isOptional: true }));
    for (const field of ownFields(word, other, operation)) {
      const { description, ...schema } = other.input[field] ?? flag();
      made.addOption(
        option(field, { ...schema, description: `with --${word}: ${description}`, isOptional: true }),
      );
    }
  }
  return made.action(async function act(this: Command) {
    // A command above it may take --json as well, and then has it.
    const options = this.optsWithGlobals<Options>();
    const [word, called = operation] = [...others].find(([word]) => options[word] !== undefined) ?? [];
    const asked = { isJson: options.json === true, isStoppable: called.isLong === true };
    await inContext(terminal, asked, async (context) => {
      if (word !== undefined && this.args.length > (called.args ?? []).length)
        throw new UserError(`--${word} needs no ${args[0]}: it is for all of them`);
      if (word === undefined && others.size > 0 && this.args.length < required.length)
        throw new UserError(`${name} needs ${args[0]}, or ${[...others].map(described).join(' or ')}`);
      for (const [each, other] of others)
        for (const field of ownFields(each, other, called))
          if (options[field] !== undefined)
            throw new UserError(`--${hyphened(field)} goes with --${each} alone`);
      const given = readInput(called, options, this.args);
      const calledName = word === undefined ? name : `${name} --${word}`;
      const { result } = await perform(context, {
        ...{ name: calledName, operation: called, input: given, actor: actorOf(context) },
      }).catch((error) => inOptions(error, called));
      await printResult(context, called, { result, input: given, isCsv: options.csv === true });
      if (called.isBad?.(result)) terminal.fail();
    });
  });
}

/** What an operation behind an option takes besides, and the other operation does not. */
function ownFields(word: string, { input }: Operation, other: Operation): string[] {
  return Object.keys(input).filter((field) => field !== word && !(field in other.input));
}

async function load(name: string): Promise<Operation> {
  const found = operations[name];
  if (!found) throw new Error(`There is no operation "${name}"`);
  return found();
}

/** Such as `--prune DATE`. */
function described([word, { input }]: [string, Operation]): string {
  return linesOf(`--${word}`, input[word]?.label?.toUpperCase()).join(' ');
}

/** An operation names the fields of its input, a command its options. */
function inOptions(error: unknown, { args = [] }: Operation): never {
  if (!(error instanceof InputError)) throw error;
  throw new UserError(
    error.template.replace(/\{(\w+)\}/g, (_, name: string) =>
      args.includes(name) ? name : `--${hyphened(name)}`,
    ),
  );
}

/** `<account>`, `[account]`, `<ids...>`; what an option can say instead may be left out. */
function parameter(name: string, schema: Schema | undefined, hasOthers: boolean): string {
  const label = `${schema?.label ?? name}${schema?.type === 'array' ? '...' : ''}`;
  return schema?.isOptional || schema?.file || hasOthers ? `[${label}]` : `<${label}>`;
}

function option(name: string, schema: Schema): Option {
  if (schema.type === 'boolean') return new Option(`--${hyphened(name)}`, schema.description);
  const made = new Option(`--${hyphened(name)} <${schema.label ?? 'text'}>`, helpOf(schema));
  if (schema.enum) made.choices(schema.enum.filter((value) => value !== null));
  else
    made.argParser((text) => {
      const value = readText(schema, text);
      if (value === undefined)
        throw new InvalidArgumentError(`It must be ${schema.takes ?? accepted(schema)}.`);
      return value ?? NULL;
    });
  if (schema.default === undefined) return made.makeOptionMandatory(!schema.isOptional);
  const usual = String(schema.default);
  return schema.format ? made.default(readText(schema, usual), usual) : made.default(schema.default);
}

function helpOf({ description, items, none }: Schema): string | undefined {
  return none === undefined
    ? description
    : `${description}${items ? ', separated by commas' : ''}; none ${none}`;
}

function readInput({ args = [], input }: Operation, options: Options, given: readonly string[]): object {
  const fields = Object.entries(input).map(([name, schema]) => {
    const index = args.indexOf(name);
    if (index < 0) return [name, options[name] === NULL ? null : options[name]];
    if (schema.type === 'array') {
      const values = [...given.slice(index), ...(options.file === undefined ? [] : readLines(options.file))];
      if (schema.file && values.length === 0)
        throw new UserError(`Name ${schema.description}, or a file with --file`);
      const { items = { type: 'string' } } = schema;
      const wrong = values.find((value) => readText(items, value) === undefined);
      if (wrong !== undefined)
        throw new UserError(`Each of the ${name} must be ${accepted(items)}, not "${wrong}"`);
      return [name, values];
    }
    const text = given[index];
    if (text === undefined) return [name, undefined];
    const value = readText(schema, text);
    if (value === undefined)
      throw new UserError(`The ${name} must be ${schema.takes ?? accepted(schema)}, not "${text}"`);
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
    throw new UserError(`Cannot read ${file}: ${fileFault(error)}`);
  }
}

/** `againAllowed` is the option --again-allowed, which comes back by its name in the program. */
function hyphened(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
