import type { Accounts } from '../accounts/accounts.ts';
import { ROLES } from '../accounts/office.ts';
import { NotAllowedError, UserError } from '../errors/operators.ts';
import { dayClock } from '../lib/calendar.ts';
import { thousands } from '../lib/count.ts';
import { booksTimeZone } from './books-days.ts';
import { type Actor, deedOf, existing, logBeginning, loggingEnd, noteRefusal } from './deeds.ts';
import { answerBefore, claim, type Once, saveAnswer, unclaim } from './earlier-answers.ts';
import { type Context, isReading, type Operation } from './operation.ts';
import { asLogged, declared, withoutSecrets } from './schema.ts';

/** An operation that somebody asked for, by its name in the list of operations. */
export interface Asked extends Once {
  readonly operation: Operation;
}

/** What came of it; `answer` is what a door gives out. */
interface Performed {
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
  const isForAdmins = operation.adminFields?.some(
    (field) => (input as Record<string, unknown>)[field] !== undefined,
  );
  const role = isForAdmins ? 'admin' : operation.role;
  if (ROLES.indexOf(actor.role) < ROLES.indexOf(role)) {
    await noteRefusal(context, asked);
    throw new NotAllowedError(`This takes the role ${role}; "${actor.name}" is ${actor.role}`);
  }
  try {
    await operation.check?.(context, input);
  } catch (error) {
    // Other changes are refused in their transaction, without a row.
    if (operation.isLong && !isReading(operation) && error instanceof UserError)
      await noteRefusal(context, asked);
    throw error;
  }
  if (isReading(operation)) return performed(operation, await operation.run(context, input));
  if (operation.isLong) return performLong(context, asked);
  const accounts = await context.accounts(operation.ifMissing);
  const timeZone = operation.countsDays?.(input) ? await booksTimeZone(context, accounts) : undefined;
  try {
    return await accounts.transaction(async (inside) => {
      if (timeZone !== undefined) await inside.terms.keepTimeZone(timeZone);
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
  const before = await answerBefore(asked, inside);
  if (before) return repeated(before);
  const was = await operation.before?.(inside, input);
  const result = await operation.run({ ...context, accounts: async () => inside }, input);
  const done = performed(operation, result);
  await mustBeWithinLimit(context, actor, inside, operation.adds?.(result, input) ?? 0);
  const { output } = operation;
  const details = { before: asLogged(output, was), after: asLogged(output, done.answer) };
  const account = await accountOf(inside, { ...(result as object), ...input });
  await inside.office.log({ ...deedOf(asked, 'done', details), account });
  await inside.outbox.emit(operation.events?.(result, input) ?? []);
  await saveAnswer(asked, inside, withoutSecrets(output, done.answer));
  return done;
}

/** That it has begun, and how it ended, stand in the log together with what a repetition is answered. */
async function performLong(context: Context, asked: Asked): Promise<Performed> {
  const { operation, input } = asked;
  const store = await existing(context, operation.ifMissing ?? 'make');
  const before = await store?.transaction(async (inside) => {
    const before = await answerBefore(asked, inside);
    if (before) return before;
    await claim(asked, inside);
    return logBeginning(asked, inside);
  });
  if (before) return repeated(before);
  // Now: what it is about may be gone by the time it fails.
  const failing = await operation.failing?.(context, input);
  const run = async () => {
    const done = performed(operation, await operation.run(context, input));
    const published = operation.published?.(done.result);
    return { ...done, after: asLogged(operation.output, done.answer), ...(published && { published }) };
  };
  return loggingEnd(asked, run, {
    ...{ store, note: context.note, warehouse: context.warehouse, failing },
    ended: (inside, { answer }) => saveAnswer(asked, inside, withoutSecrets(operation.output, answer)),
    failed: (inside) => unclaim(asked, inside),
  });
}

function performed(operation: Operation, result: unknown): Performed {
  return { result, answer: declared(operation.output, result), isRepeated: false };
}

function repeated({ answer }: { answer: unknown }): Performed {
  return { result: answer, answer, isRepeated: true };
}

/** The id of the account that a change is about: its `account`, by id, name or external id. */
async function accountOf(inside: Accounts, about: object): Promise<string | null> {
  const { account } = about as { account?: string };
  return account === undefined ? null : (await inside.findAccount(account)).id;
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
  const most = config.supportPoints.get(name) ?? config.supportPoints.get(undefined) ?? 0;
  if (all <= most) return;
  const left = Math.max(0, most - (all - points));
  throw new NotAllowedError(
    `"${name}" may add ${thousands(left)} more points today; an admin may add as many as needed, and MDQ_SUPPORT_POINTS raises it`,
  );
}
