import type { Accounts, IfMissing, Points } from '../accounts/accounts.ts';
import type { Role } from '../accounts/office.ts';
import type { Event } from '../accounts/outbox.ts';
import { UserError } from '../errors/operators.ts';
import type { Config } from '../settings/config.ts';
import type { OnProgress, Warehouse } from '../warehouse/warehouse.ts';
import type { Fields, Schema, Values } from './schema.ts';

/** What a door gives an operation. What it opens, the door closes. */
export interface Context {
  readonly config: Config;
  /** Who does it. */
  readonly by: string;
  /** Most operations are about accounts that must be there already. */
  accounts(ifMissing?: IfMissing): Promise<Accounts>;
  /** Whether there are any yet. */
  hasAccounts(): Promise<boolean>;
  warehouse(): Promise<Warehouse>;
  /** The content of a file that whoever does it has named: so many of its bytes at most. */
  file(name: string, most: number): Buffer;
  readonly onProgress: OnProgress;
  /** Tells something besides the result. */
  note(text: string): void;
  /** Where a list in pages begins; at its start without it. */
  readonly cursor?: string | undefined;
  /** The most rows of a list that are given out at once; all of them without it. */
  readonly limit?: number | undefined;
}

/** A page of a list, and the cursor after it, in a form that only the list understands; undefined after the last one. */
export interface ListPage<Row = object> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/** A list page by page. Begun at a cursor, it reads nothing that comes before. */
export type Pages<Row = object> = AsyncIterable<ListPage<Row>>;

/** What is wrong with an input. Its fields stand in braces, for a door to write them as its users know them. */
export class InputError extends UserError {
  readonly template: string;

  constructor(template: string) {
    super(template.replace(/[{}]/g, ''));
    this.template = template;
  }
}

/** What an operator can do. Doors know nothing of it but this. */
export interface Operation {
  /**
   * Method and path of the admin API, or several that lead there; what stands in braces is of the input. What is not a GET
   * changes something.
   */
  readonly http: string | readonly string[];
  readonly summary: string;
  /** Who may do it at least. */
  readonly role: Role;
  /** Fields of the input that only admins may give. */
  readonly adminFields?: readonly string[];
  /**
   * Whether it takes a while and is no single transaction of the accounts. What works on the order lines can be stopped,
   * which leaves everything as it was.
   */
  readonly isLong?: boolean;
  /** What to do where there are no accounts yet, though it is about accounts. */
  readonly ifMissing?: IfMissing;
  readonly input: Fields;
  /** Which of the input are arguments of the command, in their order; the rest are options. */
  readonly args?: readonly string[];
  /** What is given out. What `run` returns besides is for `text`, `events` and the log. */
  readonly output: Schema;
  /** What is looked at elsewhere before it is done: the accounts wait for nothing else while they are changed. */
  check?(context: Context, input: object): Promise<void>;
  /** Whether it counts in days of the books, which keep their time zone from then on. */
  countsDays?(input: object): boolean;
  /** What there was before a change, for the log. */
  before?(accounts: Accounts, input: object): Promise<unknown>;
  /** A change of one account has it as `account` in its input or result, for the log. */
  run(context: Context, input: object): Promise<unknown>;
  /** The events that it sends to webhooks, written in the same transaction. */
  events?(result: unknown, input: object): readonly Event[];
  /** What webhooks are told of the version that it published, beside its number. */
  published?(result: unknown): Readonly<Record<string, unknown>>;
  /** What webhooks are told where it fails, beside its input and the reason. */
  failing?(context: Context, input: object): Promise<Readonly<Record<string, unknown>>>;
  /** How many points it has added. */
  adds?(result: unknown, input: object): Points;
  /** The result for people; of a list without it, a table. */
  text?(result: unknown, input: object): string;
  /** Of a list: what is said where it has no row. */
  empty?(input: object): string;
  /**
   * Of a list whose rows come, go or move: the cursor after one of them, which stays the same. A list at once is given out in
   * the order of its cursors where it is given out in parts; one in pages can be begun at each of them.
   */
  cursorAfter?(row: object, input: object): string | undefined;
  /** Of what is given out as CSV too: its columns. */
  csv?(input: object): readonly string[];
  /** Of what is no list and given out as CSV: its rows. */
  lines?(result: unknown): readonly object[];
  /** Whether what it found is bad, so that a command fails. */
  isBad?(result: unknown): boolean;
}

/** All methods and paths that lead to it. */
export function waysOf({ http }: Operation): readonly string[] {
  return [http].flat();
}

export function isReading(operation: Operation): boolean {
  return waysOf(operation).every((way) => way.startsWith('GET '));
}

type Common<F extends Fields, O> = Pick<Operation, 'http' | 'summary' | 'role' | 'isLong' | 'ifMissing'> & {
  readonly input: F;
  readonly args?: readonly (keyof F & string)[];
  readonly adminFields?: readonly (keyof F & string)[];
  readonly output: Schema<O>;
};

export function defineOperation<F extends Fields, O extends object, R extends O>(
  operation: Common<F, O> & {
    check?(context: Context, input: Values<F>): Promise<void>;
    countsDays?(input: Values<F>): boolean;
    before?(accounts: Accounts, input: Values<F>): Promise<unknown>;
    run(context: Context, input: Values<F>): Promise<R>;
    events?(result: R, input: Values<F>): readonly Event[];
    published?(result: R): Readonly<Record<string, unknown>>;
    failing?(context: Context, input: Values<F>): Promise<Readonly<Record<string, unknown>>>;
    adds?(result: R, input: Values<F>): Points;
    text(result: R, input: Values<F>): string;
    csv?(input: Values<F>): readonly string[];
    lines?(result: R): readonly object[];
    isBad?(result: R): boolean;
  },
): Operation {
  return operation;
}

/** A list, at once or in pages: however many rows there are, a door holds one page. */
export function defineList<F extends Fields, Row extends object>(
  operation: Common<F, readonly Row[]> & {
    run(context: Context, input: Values<F>): Promise<readonly Row[] | Pages<Row>>;
    text?(rows: readonly Row[], input: Values<F>): string;
    empty(input: Values<F>): string;
    cursorAfter?(row: Row, input: Values<F>): string | undefined;
    csv?(input: Values<F>): readonly string[];
  },
): Operation {
  return operation;
}
