import { hash } from 'node:crypto';
import type { Accounts } from '../accounts/accounts.ts';
import { UNDER_WAY } from '../accounts/office.ts';
import { ConflictError } from '../errors/operators.ts';
import type { Actor } from './deeds.ts';

/*
 * The same Idempotency-Key again is the same change, by whatever server: what was answered is saved with it.
 */

/** A change that is to be done once. */
export interface Once {
  readonly name: string;
  readonly input: object;
  readonly actor: Actor;
  /** The same key, operation and input again are the same change. */
  readonly idempotencyKey?: string | undefined;
}

/** What was answered to the same before. */
export async function answerBefore(asked: Once, inside: Accounts): Promise<{ answer: unknown } | undefined> {
  const { actor, idempotencyKey } = asked;
  if (idempotencyKey === undefined) return undefined;
  const earlier = await inside.office.earlierAnswer(actor.name, idempotencyKey);
  if (earlier === undefined) return undefined;
  if (earlier === 'under way') throw new ConflictError('A change with this Idempotency-Key is under way');
  if (earlier.inputHash !== inputHash(asked))
    throw new ConflictError('This Idempotency-Key was used for another change; take a new one');
  return { answer: JSON.parse(earlier.answer) };
}

/** What is given out of it; no secret, which is shown once. */
export async function saveAnswer(asked: Once, inside: Accounts, answer: unknown): Promise<void> {
  await save(asked, inside, JSON.stringify(answer));
}

async function save(asked: Once, inside: Accounts, answer: string): Promise<void> {
  const { actor, idempotencyKey } = asked;
  if (idempotencyKey === undefined) return;
  await inside.office.saveAnswer(actor.name, idempotencyKey, { inputHash: inputHash(asked), answer });
}

function inputHash({ name, input }: Once): string {
  const fields = Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([name, fields]), 'base64url');
}

/**
 * From here on it is under way for whoever asks the same, of whatever server. Killed in between, or where its end could not
 * be saved, it stays so for a day: nobody knows what came of it, so it is not done again.
 */
export async function claim(asked: Once, inside: Accounts): Promise<void> {
  await save(asked, inside, UNDER_WAY);
}

export async function unclaim({ actor, idempotencyKey }: Once, inside: Accounts): Promise<void> {
  if (idempotencyKey !== undefined) await inside.office.dropAnswer(actor.name, idempotencyKey);
}
