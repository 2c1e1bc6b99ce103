import type { Accounts, IfMissing } from '../accounts/accounts.ts';
import type { Deed } from '../accounts/log-chain.ts';
import type { Role } from '../accounts/office.ts';
import { type Event, newEvent } from '../accounts/outbox.ts';
import { isMoved } from '../errors/stores.ts';
import type { Context, Operation } from './operation.ts';
import { asLogged } from './schema.ts';

/** Who does something, and where they came in. */
export interface Actor extends Pick<Deed, 'door' | 'address'> {
  readonly name: string;
  readonly role: Role;
}

/** What is written to the log. */
interface Logged {
  /** What it is called in the list of operations. */
  readonly name: string;
  readonly operation: Pick<Operation, 'input'>;
  readonly input: object;
  readonly actor: Actor;
}

/** The row of the log. */
export function deedOf(
  { name, operation, input, actor }: Logged,
  outcome: Deed['outcome'],
  details: Readonly<Record<string, unknown>>,
): Deed {
  const given = asLogged({ type: 'object', properties: operation.input }, input);
  return {
    ...{ operator: actor.name, door: actor.door, address: actor.address },
    ...{ operation: name, outcome, account: null },
    details: JSON.stringify({ input: given, ...details }),
  };
}

/** Writes to the log what a command has done that is no operation. Where the log cannot be written, it is done all the same. */
export async function noteDone(
  { note }: Pick<Context, 'note'>,
  accounts: () => Promise<Accounts>,
  { name, actor }: Pick<Logged, 'name' | 'actor'>,
  after: object,
) {
  const deed = deedOf({ name, actor, input: {}, operation: { input: {} } }, 'done', { after });
  const tell = async () => (await accounts()).transaction((inside) => inside.office.log(deed));
  await tell().catch((error: Error) => note(notTold(error)));
}

/**
 * What is done elsewhere for a while: the log tells when it began and how it ended. Where the accounts cannot be opened,
 * which keep the log, the data does not wait for them.
 */
export async function logged<T extends Done>(
  context: Pick<Context, 'accounts' | 'hasAccounts' | 'note' | 'warehouse'>,
  asked: Logged,
  work: () => Promise<T>,
): Promise<T> {
  let untold: Error | undefined;
  const store = await existing(context, 'make').catch((error: Error) => {
    if (isMoved(error)) throw error;
    untold = error;
    return undefined;
  });
  await store?.transaction((inside) => logBeginning(asked, inside));
  const { note, warehouse } = context;
  const done = await loggingEnd(asked, work, { store, note, warehouse });
  if (untold) context.note(notTold(untold));
  return done;
}

/** What came of something; a version in it was published. */
interface Done {
  readonly after?: unknown;
  /** What webhooks are told of an import that was published, beside its version. */
  readonly published?: Readonly<Record<string, unknown>>;
  /** What else webhooks are told of. */
  readonly events?: readonly Event[];
}

/** Operations whose failure webhooks are told of. */
const IMPORTS: ReadonlySet<string> = new Set(['import', 'imports approve']);

export async function logBeginning(asked: Logged, inside: Accounts): Promise<void> {
  await inside.office.log(deedOf(asked, 'begun', {}));
}

interface Telling<T> extends Pick<Context, 'note' | 'warehouse'> {
  readonly store: Accounts | undefined;
  /** What webhooks are told where it fails, beside its input and the reason. */
  readonly failing?: Readonly<Record<string, unknown>> | undefined;
  /** What is written with the row of the log: both are there or neither. */
  ended?(inside: Accounts, done: T): Promise<void>;
  failed?(inside: Accounts): Promise<void>;
}

/**
 * Does what has begun, writes to the log how it ended, and announces the version that it published. Once the work is done
 * it counts as done, also where the log cannot be written.
 */
export async function loggingEnd<T extends Done>(
  asked: Logged,
  work: () => Promise<T>,
  { store, note, warehouse, failing, ended, failed }: Telling<T>,
): Promise<T> {
  let done: T;
  try {
    done = await work();
  } catch (error) {
    const why = withoutPersons(asked, error instanceof Error ? error.message : String(error));
    // Loaded here: commands about accounts do without the warehouse.
    const { failureCode } = await import('../warehouse/warehouse-errors.ts');
    const reason = failureCode(error);
    await store
      ?.transaction(async (inside) => {
        await inside.office.log(deedOf(asked, 'failed', { reason, why }));
        if (IMPORTS.has(asked.name))
          await inside.outbox.emit([newEvent('import.failed', { ...asked.input, ...failing, reason })]);
        await failed?.(inside);
      })
      .catch(() => undefined);
    throw error;
  }
  const events = store ? await publications(done, warehouse) : [];
  await store
    ?.transaction(async (inside) => {
      await inside.office.log(deedOf(asked, 'ended', { after: done.after }));
      await inside.outbox.emit([...events, ...(done.events ?? [])]);
      await ended?.(inside, done);
    })
    .catch((error: Error) => note(notTold(error)));
  return done;
}

function notTold({ message }: Error): string {
  return `It is done, but not told in the log of changes: ${message}.`;
}

/** A version is announced once, however often it is published; one that could not be named yet, by whoever names it. */
async function publications({ after, published }: Done, warehouse: Context['warehouse']): Promise<Event[]> {
  const { version } = (after ?? {}) as { version?: unknown };
  if (typeof version !== 'number') return [];
  const newest = await warehouse()
    .then((open) => open.current())
    .catch(() => version);
  if (version > (newest ?? 0)) return [];
  return [{ id: `evt_data_version_${version}`, type: 'data.published', data: { version, ...published } }];
}

/**
 * Data can be there before the accounts that keep the log. An empty PostgreSQL that ACCOUNTS_URL names gets its tables
 * from a change of the data too, so that accounts, tables of the warehouse and imports come in any order.
 */
export async function existing(
  { accounts, hasAccounts }: Pick<Context, 'accounts' | 'hasAccounts'>,
  ifMissing: IfMissing = 'refuse',
): Promise<Accounts | undefined> {
  return (await hasAccounts()) ? accounts(ifMissing) : undefined;
}

/** A message without what tells who somebody is. */
function withoutPersons({ operation, input }: Logged, message: string): string {
  const persons = Object.entries(input).flatMap(([name, value]: [string, unknown]) =>
    operation.input[name]?.isPersonal ? [value].flat().map(String) : [],
  );
  return persons.reduce((text, person) => text.replaceAll(person, '…'), message);
}

const MOST_REFUSALS = 60;
const MINUTE_MS = 60_000;
let refusals: number[] = [];

/** Refusals are logged too, at most so many a minute: a program gone wild must not fill the log. */
export async function noteRefusal(context: Context, asked: Logged): Promise<void> {
  const now = Date.now();
  refusals = refusals.filter((at) => at > now - MINUTE_MS);
  if (refusals.length >= MOST_REFUSALS) return;
  refusals.push(now);
  await (await existing(context))?.transaction((inside) => inside.office.log(deedOf(asked, 'refused', {})));
}
