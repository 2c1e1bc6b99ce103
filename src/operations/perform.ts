import { hash } from 'node:crypto';
import type { Accounts } from '../accounts/accounts.ts';
import type { Deed } from '../accounts/log-chain.ts';
import { type KeptAnswer, ROLES, type Role, UNDER_WAY } from '../accounts/office.ts';
import { type Event, newEvent } from '../accounts/outbox.ts';
import { ConflictError, NotAllowedError } from '../errors/operators.ts';
import { dayClock } from '../snapshot/calendar.ts';
import { booksTimeZone } from './books-days.ts';
import { type Context, isReading, type Operation } from './operation.ts';
import { declared, withoutSecrets } from './schema.ts';

/** Who does something, and where they came in. */
export interface Actor extends Pick<Deed, 'door' | 'address'> {
  readonly name: string;
  readonly role: Role;
}

/** An operation that somebody asked for. */
export interface Asked {
  /** What it is called in the list of operations. */
  readonly name: string;
  readonly operation: Operation;
  readonly input: object;
  readonly actor: Actor;
  /** The same key, operation and input again are the same change. */
  readonly idempotencyKey?: string | undefined;
}

/** What came of it; `answer` is what a door gives out. */
export interface Performed {
  readonly result: unknown;
  readonly answer: unknown;
  /** Whether it was done before, and this is what was answered then. */
  readonly isRepeated: boolean;
}

/**
 * Does what was asked for, whatever door it came through: whether they may, as one transaction with its row of the log
 * where it changes the accounts, with a row before and one after where it works on the data.
 */
export async function perform(context: Context, asked: Asked): Promise<Performed> {
  const { operation, input, actor } = asked;
  const role = operation.roleFor?.(input) ?? operation.role;
  if (ROLES.indexOf(actor.role) < ROLES.indexOf(role)) {
    await noteRefusal(context, asked);
    throw new NotAllowedError(`This takes the role ${role}; "${actor.name}" is ${actor.role}`);
  }
  await operation.check?.(context, input);
  if (isReading(operation)) return performed(operation, await operation.run(context, input));
  if (operation.isLong) return performElsewhere(context, asked);
  const accounts = await context.accounts(operation.ifMissing);
  const timeZone = operation.countsDays?.(input) ? await booksTimeZone(context, accounts) : undefined;
  try {
    return await accounts.transaction(async (inside) => {
      if (timeZone !== undefined) await inside.keepTimeZone(timeZone);
      return change(context, asked, inside);
    });
  } catch (error) {
    if (error instanceof NotAllowedError) await noteRefusal(context, asked);
    throw error;
  }
}

/** A change of the accounts: all of it is decided inside one transaction. */
async function change(context: Context, asked: Asked, inside: Accounts): Promise<Performed> {
  const { operation, input, actor } = asked;
  const before = await repeated(asked, inside);
  if (before) return before;
  const was = await operation.before?.(inside, input);
  const result = await operation.run({ ...context, accounts: async () => inside }, input);
  const done = performed(operation, result);
  await mustBeWithinLimit(context, actor, inside, operation.adds?.(result, input) ?? 0);
  const details = { before: safe(operation, was), after: safe(operation, done.answer) };
  const account = await accountOf(inside, { ...(result as object), ...input });
  await inside.office.log({ ...deedOf(asked, 'done', details), account });
  await inside.outbox.emit(operation.events?.(result, input) ?? []);
  await keep(asked, inside, done.answer);
  return done;
}

async function performElsewhere(context: Context, asked: Asked): Promise<Performed> {
  const { operation, input } = asked;
  const store = await existing(context);
  const before = await store?.transaction(
    async (inside) => (await repeated(asked, inside)) ?? claim(asked, inside),
  );
  if (before) return before;
  try {
    return await logged(context, asked, async () => {
      const done = performed(operation, await operation.run(context, input));
      await store?.transaction((inside) => keep(asked, inside, done.answer));
      return { ...done, after: safe(operation, done.answer) };
    });
  } catch (error) {
    await store?.transaction((inside) => unclaim(asked, inside)).catch(() => undefined);
    throw error;
  }
}

/** From here on it is under way for whoever asks the same, of whatever server. Killed in between, it stays so for a day. */
async function claim(asked: Asked, inside: Accounts): Promise<undefined> {
  const { actor, idempotencyKey } = asked;
  if (idempotencyKey === undefined) return;
  await inside.office.keepAnswer(actor.name, idempotencyKey, {
    inputHash: inputHash(asked),
    answer: UNDER_WAY,
  });
}

async function unclaim({ actor, idempotencyKey }: Asked, inside: Accounts): Promise<void> {
  if (idempotencyKey !== undefined) await inside.office.dropAnswer(actor.name, idempotencyKey);
}

/** Tells the log of what a command has done that is no operation. */
export async function noteDone(
  accounts: Accounts,
  { name, actor }: Pick<Asked, 'name' | 'actor'>,
  after: object,
) {
  const deed = deedOf({ name, actor, input: {}, operation: { input: {} } }, 'done', { after });
  await accounts.transaction((inside) => inside.office.log(deed));
}

/**
 * What is done elsewhere for a while: the log tells when it began and how it ended, and others are told of the version
 * that it published. Where the accounts cannot be opened, which keep both, the data does not wait for them.
 */
export async function logged<T extends { readonly after?: unknown }>(
  context: Pick<Context, 'accounts' | 'hasAccounts' | 'note'>,
  asked: Logged,
  work: () => Promise<T>,
): Promise<T> {
  let untold: Error | undefined;
  const store = await existing(context).catch((error: Error) => {
    untold = error;
    return undefined;
  });
  await store?.transaction((inside) => inside.office.log(deedOf(asked, 'begun', {})));
  try {
    const done = await work();
    await store?.transaction(async (inside) => {
      await inside.office.log(deedOf(asked, 'ended', { after: done.after }));
      await inside.outbox.emit(publications(done.after));
    });
    if (untold) context.note(`It is done, but not told in the log of changes: ${untold.message}.`);
    return done;
  } catch (error) {
    const why = withoutPersons(asked, error instanceof Error ? error.message : String(error));
    await store
      ?.transaction(async (inside) => {
        await inside.office.log(deedOf(asked, 'failed', { why }));
        if (asked.name === 'import')
          await inside.outbox.emit([newEvent('import.failed', { ...asked.input })]);
      })
      .catch(() => undefined);
    throw error;
  }
}

/** A version is told of once, however often it is published. */
function publications(after: unknown): Event[] {
  const { version } = (after ?? {}) as { version?: unknown };
  if (typeof version !== 'number') return [];
  return [{ id: `evt_data_version_${version}`, type: 'data.published', data: { version } }];
}

/** Data can be there before the accounts that keep the log. */
async function existing({
  accounts,
  hasAccounts,
}: Pick<Context, 'accounts' | 'hasAccounts'>): Promise<Accounts | undefined> {
  return (await hasAccounts()) ? accounts() : undefined;
}

function performed(operation: Operation, result: unknown): Performed {
  return { result, answer: declared(operation.output, result), isRepeated: false };
}

function safe({ output }: Operation, answer: unknown): unknown {
  return withoutSecrets(output, answer);
}

/** What the log is told of. */
type Logged = Pick<Asked, 'name' | 'input' | 'actor'> & {
  readonly operation: Pick<Operation, 'input'>;
};

/** The row of the log. */
function deedOf(
  { name, operation, input, actor }: Logged,
  outcome: Deed['outcome'],
  details: Readonly<Record<string, unknown>>,
): Deed {
  const given = withoutSecrets({ type: 'object', properties: operation.input }, input);
  return {
    ...{ operator: actor.name, door: actor.door, address: actor.address },
    ...{ operation: name, outcome, account: null },
    details: JSON.stringify({ input: given, ...details }),
  };
}

/** The id of the account that a change is about, whatever it was called when it was asked for. */
async function accountOf(inside: Accounts, about: object): Promise<string | null> {
  const { account } = about as { account?: string };
  return account === undefined ? null : (await inside.findAccount(account)).id;
}

/** A message without what tells who somebody is. */
function withoutPersons({ operation, input }: Logged, message: string): string {
  const persons = Object.entries(input).flatMap(([name, value]: [string, unknown]) =>
    operation.input[name]?.isPersonal ? [value].flat().map(String) : [],
  );
  return persons.reduce((text, person) => text.replaceAll(person, '…'), message);
}

async function mustBeWithinLimit(
  { config }: Context,
  { name, role }: Actor,
  inside: Accounts,
  points: number,
): Promise<void> {
  if (role !== 'support' || points <= 0) return;
  const day = dayClock(config.timeZone)(Date.now());
  const all = await inside.office.countAdded(name, day, points);
  if (all <= config.supportPoints) return;
  const left = Math.max(0, config.supportPoints - (all - points));
  throw new NotAllowedError(
    `"${name}" may add ${left.toLocaleString('en')} more points today; an admin may add as many as needed`,
  );
}

/** What was answered to the same before. */
async function repeated(asked: Asked, inside: Accounts): Promise<Performed | undefined> {
  const { actor, idempotencyKey } = asked;
  if (idempotencyKey === undefined) return undefined;
  const kept = await inside.office.keptAnswer(actor.name, idempotencyKey);
  if (kept === undefined) return undefined;
  if (kept === 'under way') throw new ConflictError('A change with this Idempotency-Key is under way');
  if (kept.inputHash !== inputHash(asked))
    throw new ConflictError('This Idempotency-Key was used for another change; take a new one');
  const answer: unknown = JSON.parse(kept.answer);
  return { result: answer, answer, isRepeated: true };
}

async function keep(asked: Asked, inside: Accounts, answer: unknown): Promise<void> {
  const { actor, operation, idempotencyKey } = asked;
  if (idempotencyKey === undefined) return;
  const kept: KeptAnswer = { inputHash: inputHash(asked), answer: JSON.stringify(safe(operation, answer)) };
  await inside.office.keepAnswer(actor.name, idempotencyKey, kept);
}

function inputHash({ name, input }: Asked): string {
  const fields = Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([name, fields]), 'base64url');
}

const MOST_REFUSALS = 60;
const MINUTE_MS = 60_000;
let refusals: number[] = [];

/** Refusals are told too, so many a minute: a program gone wild must not fill the log. */
async function noteRefusal(context: Context, asked: Asked): Promise<void> {
  const now = Date.now();
  refusals = refusals.filter((at) => at > now - MINUTE_MS);
  if (refusals.length >= MOST_REFUSALS) return;
  refusals.push(now);
  // What was to be done is in the log of whoever sent it: a refusal keeps no text of any length.
  const refused = { ...asked, input: {} };
  await (await existing(context))?.transaction((inside) => inside.office.log(deedOf(refused, 'refused', {})));
}
