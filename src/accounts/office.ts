import type { Day } from '../lib/calendar.ts';
import type { Points } from './accounts.ts';
import type { ChainedRow, Deed } from './log-chain.ts';
import { hashSecret, SecretForm } from './secret-text.ts';

/** What somebody may do: each of them also what those before it may. */
export const ROLES = ['viewer', 'support', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who may operate, what they did, and what they were answered. */
export interface Office {
  createOperator(operator: NewOperator): Promise<Operator>;
  listOperators(): Promise<Operator[]>;
  /** From now on the token of this name is nobody's. The name stays taken: the log knows it. */
  revokeOperator(name: string): Promise<Operator>;
  /** Whose token has this hash; undefined where it is nobody's, or nobody's any more. */
  findOperator(tokenHash: string): Promise<Operator | undefined>;

  /** Adds a row to the log. In a transaction with what it tells of, one is there with the other. */
  log(deed: Deed): Promise<void>;
  /** Rows of the log, oldest first. A page is limited in bytes too, and has at least one row if there are any. */
  readLog(query: LogQuery): Promise<LogPage>;
  /** The same for display: off the thread that answers calls, and without details that would fill a page alone. */
  listLog(query: LogQuery): Promise<LogPage>;

  /** Counts points that an operator adds on a day; how many those are with all before them. */
  countAdded(operator: string, day: Day, points: Points): Promise<Points>;

  /** What an operator was answered with this key in the last day; `under way` where that is not decided yet. */
  earlierAnswer(operator: string, key: string): Promise<EarlierAnswer | 'under way' | undefined>;
  /** Saves what was answered, instead of `UNDER_WAY`. */
  saveAnswer(operator: string, key: string, answer: EarlierAnswer): Promise<void>;
  /** Takes back that something is under way: it failed, and may be tried again. */
  dropAnswer(operator: string, key: string): Promise<void>;
}

/** Stands for the answer while something is done that is no single transaction. */
export const UNDER_WAY = '';

export interface LogQuery {
  /** Rows with a greater number. */
  readonly after: number;
  readonly limit: number;
  /** Rows from this time on. */
  readonly since?: number | undefined;
  readonly operator?: string | undefined;
  /** The id of an account. */
  readonly account?: string | undefined;
}

export interface LogPage {
  readonly rows: readonly ChainedRow[];
  /** The `after` of the next page; undefined after the last row. */
  readonly next: number | undefined;
}

export interface NewOperator {
  readonly name: string;
  readonly role: Role;
  readonly tokenHash: string;
  readonly last4: string;
  readonly endsAt: Date | null;
}

export interface Operator {
  readonly name: string;
  readonly role: Role;
  readonly last4: string;
  readonly state: 'active' | 'ended' | 'revoked';
  readonly createdAt: Date;
  readonly endsAt: Date | null;
}

export interface EarlierAnswer {
  /** Of the operation and what it was given. */
  readonly inputHash: string;
  /** As JSON, without secrets. */
  readonly answer: string;
}

/** For so long a change with the same idempotency key is the same change. */
export const ANSWERS_MS = 86_400_000;

const TOKENS = new SecretForm('mdo_');

/** A token to show once, and what is kept of it. */
export function newToken(): { readonly token: string; readonly tokenHash: string; readonly last4: string } {
  const token = TOKENS.create();
  return { token, tokenHash: hashSecret(token), last4: token.slice(-4) };
}

/** What a text is looked up by, or undefined when it cannot be a token. */
export function tokenHashOf(text: string): string | undefined {
  return TOKENS.matches(text) ? hashSecret(text) : undefined;
}

/** Whether something that looks like a token is in a text. */
export function containsToken(text: string): boolean {
  return text.includes(TOKENS.prefix);
}

export function operatorState(
  { endsAt, isRevoked }: { readonly endsAt: Date | null; readonly isRevoked: boolean },
  now: number,
): Operator['state'] {
  if (isRevoked) return 'revoked';
  return endsAt && endsAt.getTime() <= now ? 'ended' : 'active';
}
