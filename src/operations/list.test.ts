/** Every operation has a unique route and described options, and a viewer cannot run one that changes data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOUNS, operations } from './list.ts';
import { type Context, InputError, isReading, type Operation, waysOf } from './operation.ts';
import { baseType, readText } from './schema.ts';

const all: readonly (readonly [string, Operation])[] = await Promise.all(
  Object.entries(operations).map(async ([name, load]) => [name, await load()] as const),
);

test('the first word of a name is explained', () => {
  for (const [name] of all) {
    const [word = '', second] = name.split(' ');
    assert.ok(word in operations || word in NOUNS, name);
    if (second?.startsWith('--')) assert.ok(word in operations, name);
  }
});

test('arguments and what a path has in braces are of the input', () => {
  for (const [name, operation] of all) {
    const { args = [], input } = operation;
    const inPath = waysOf(operation).flatMap((way) =>
      [...way.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    );
    for (const field of [...args, ...inPath]) assert.ok(field in input, `${name}: ${field}`);
    for (const way of waysOf(operation)) assert.match(way, /^(GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]+$/, name);
  }
});

test('only an argument that stands last may be left out or be several', () => {
  for (const [name, { args = [], input }] of all)
    for (const arg of args.slice(0, -1))
      assert.ok(!input[arg]?.isOptional && input[arg]?.type !== 'array', `${name}: ${arg}`);
});

test('every option is described, and every list says what it says without rows', () => {
  for (const [name, { args = [], input, output, text, empty }] of all) {
    for (const [field, schema] of Object.entries(input))
      assert.ok(
        args.includes(field) || schema.description || name.endsWith(` --${field}`),
        `${name}: ${field}`,
      );
    assert.ok(output.type === 'array' ? empty : text, name);
  }
});

/** The privacy report describes suppressed cells. */
const READ_BY_ADMINS = ['privacy report'];

test('what only reads needs no more than a viewer, and what changes needs more', () => {
  for (const [name, operation] of all) {
    const isForViewers = isReading(operation) && !READ_BY_ADMINS.includes(name);
    assert.equal(operation.role === 'viewer', isForViewers, name);
  }
});

test('what gives points says how many, which the day of a role is counted by', () => {
  for (const [name, { run, adds }] of all)
    if (/\.(grant|refund|createAccount)\(/.test(run.toString())) assert.ok(adds, `${name} has no \`adds\``);
});

test('what an option is can be read from a command line', () => {
  for (const [name, { args = [], input }] of all) {
    for (const [field, schema] of Object.entries(input)) {
      assert.match(field, /^[a-z]+([A-Z][a-z]+)*$/, `${name}: capitals begin words, and become hyphens`);
      if (args.includes(field)) continue;
      if (baseType(schema) === 'array') assert.deepEqual(readText(schema, 'a, b'), ['a', 'b'], name);
      if (schema.type === 'boolean') assert.ok(schema.isOptional, `${name}: ${field} may not be given`);
    }
  }
});

test('what is wrong with an input is told by its fields: another door has no options', async () => {
  const usage = all.find(([name]) => name === 'usage')?.[1];
  const asked = usage?.run({} as Context, { account: 'acme', from: 2, to: 1, by: 'day' });
  await assert.rejects(async () => asked, new InputError('{from} is after {to}'));
  await assert.rejects(async () => asked, /from is after to$/);
});
