import { isDeepStrictEqual } from 'node:util';
import type { Accounts } from '../../accounts/accounts.ts';
import type { ChainedRow } from '../../accounts/log-chain.ts';
import { formatDay } from '../../lib/calendar.ts';
import { cleanName } from '../../lib/text/names.ts';
import { accountFields } from '../account-fields.ts';
import { type LIMIT_FIELDS, limitFields } from '../keys/key-limits.ts';
import { asLogged, isShortened, text, type Values } from '../schema.ts';

/** What an audit compares, each by path, name or id. A thing that is as it was made has no entry. */
const KINDS = [
  'price',
  'operator',
  'account',
  'limits of account',
  'plan of account',
  'limits of key',
  'webhook',
] as const;
type Kind = (typeof KINDS)[number];
type State = ReadonlyMap<Kind, ReadonlyMap<string, unknown>>;

type Fields = Readonly<Record<string, unknown>>;

/** The details of a row, as far as they say what came of it. */
interface Details {
  readonly input: Fields;
  readonly after: Fields;
}

/** Notes of an operation what it leads to; the account of its row is an id. */
type Note = (state: LoggedState, details: Details, account: string) => void;

const NOTES: Readonly<Record<string, readonly [kind: Kind, note: Note]>> = {
  'price set': ['price', (state, { after }) => state.set('price', after.path, after.base)],
  'price reset': ['price', (state, { after }) => state.set('price', after.path, undefined)],
  'operator create': ['operator', (state, { after }) => state.set('operator', after.operator, after.role)],
  'operator revoke': ['operator', (state, { after }) => state.set('operator', after.operator, 'revoked')],
  'account set': [
    'limits of account',
    (state, { after }, account) => state.set('limits of account', account, pointLimits(after)),
  ],
  'plan set': [
    'plan of account',
    (state, { after }, account) => state.set('plan of account', account, planTerms(after)),
  ],
  'key create': [
    'limits of key',
    (state, { input, after }) => state.set('limits of key', after.id, limitsGiven(input)),
  ],
  'key set': [
    'limits of key',
    (state, { after }) => state.set('limits of key', state.firstKey(after.id), allLimits(after)),
  ],
  'key rotate': ['limits of key', (state, { after }) => state.noteRotation(after.id, after.replaces)],
  'webhook add': [
    'webhook',
    (state, { after }) => state.set('webhook', after.id, { url: after.url, events: after.events }),
  ],
  'webhook remove': ['webhook', (state, { after }) => state.set('webhook', after.id, undefined)],
};

/** Operations whose rows say enough without their details. */
const NOTES_OF_ACCOUNT: Readonly<Record<string, (state: LoggedState, account: string) => void>> = {
  'account activate': (state, account) => state.set('account', account, undefined),
  'account deactivate': (state, account) => state.set('account', account, 'inactive'),
  'account close': (state, account) => {
    state.set('account', account, 'closed');
    state.set('plan of account', account, undefined);
  },
  'plan end': (state, account) => state.set('plan of account', account, undefined),
};

/** The state that the rows of the log lead to: whatever the store has instead was changed past the program. */
export class LoggedState {
  readonly #state = new Map<Kind, Map<string, unknown>>(KINDS.map((kind) => [kind, new Map()]));
  /** Of each key that another was rotated to, the first. They all have the same limits. */
  readonly #firstKeys = new Map<string, string>();
  /** Kinds of which a row has blanked details: it is not known what the row led to. */
  readonly #unknown = new Set<Kind>();

  add({ operation, outcome, account, details }: ChainedRow): void {
    if (outcome !== 'done') return;
    NOTES_OF_ACCOUNT[operation]?.(this, account ?? '');
    const [kind, note] = NOTES[operation] ?? [];
    if (!kind || !note) return;
    const known = details === null ? undefined : (JSON.parse(details) as Partial<Details>);
    if (!known?.after || !known.input) this.#unknown.add(kind);
    else note(this, { input: known.input, after: known.after }, account ?? '');
  }

  /** What is not compared, because details of rows about it are blanked. */
  get notCompared(): readonly string[] {
    return KINDS.filter((kind) => this.#unknown.has(kind));
  }

  set(kind: Kind, id: unknown, value: unknown): void {
    this.#state.get(kind)?.set(String(id), value);
  }

  firstKey(id: unknown): string {
    return this.#firstKeys.get(String(id)) ?? String(id);
  }

  noteRotation(id: unknown, replaces: unknown): void {
    this.#firstKeys.set(String(id), this.firstKey(replaces));
  }

  /** In words, each thing that is otherwise in the store. */
  async differences(accounts: Accounts): Promise<string[]> {
    const stored = await storedState(accounts, (key) => this.firstKey(key));
    return KINDS.filter((kind) => !this.#unknown.has(kind)).flatMap((kind) => {
      const [now, logged] = [stored.get(kind), this.#state.get(kind)];
      return [...new Set([...(now?.keys() ?? []), ...(logged?.keys() ?? [])])].flatMap((id) => {
        const [is, was] = [now?.get(id), logged?.get(id)];
        if (was === UNKNOWN || isDeepStrictEqual(is, was)) return [];
        return `the ${kind} ${id} ${isAndWas(is, was)}: it was changed by hand`;
      });
    });
  }
}

/** A list of which the log keeps a hash only, of the list as it was given. */
const UNKNOWN = Symbol('unknown');

async function storedState(accounts: Accounts, firstKey: (id: string) => string): Promise<State> {
  const all = await accounts.listAccounts();
  const plans = (await accounts.listPlans()).map(({ accountId, points, from, keep }) => {
    return [accountId, { points, from: formatDay(from), keep: keep ?? 'all' }] as const;
  });
  const fields = all.map(accountFields);
  const operators = await accounts.office.listOperators();
  const webhooks = await accounts.outbox.listWebhooks();
  return new Map<Kind, ReadonlyMap<string, unknown>>([
    ['price', await accounts.terms.prices()],
    [
      'operator',
      new Map(operators.map(({ name, role, state }) => [name, state === 'revoked' ? state : role])),
    ],
    ['account', new Map(fields.map(({ id, state }) => [id, state === 'active' ? undefined : state]))],
    ['limits of account', new Map(fields.map((each) => [each.id, pointLimits(each)]))],
    ['plan of account', new Map(plans)],
    [
      'limits of key',
      new Map(
        (await accounts.listKeys()).map((key) => [firstKey(key.id), allLimits(logged(limitFields(key)))]),
      ),
    ],
    [
      'webhook',
      new Map(
        webhooks.map(({ id, url, events }) => [
          id,
          { url: asLogged(text({ isAddress: true }), url), events },
        ]),
      ),
    ],
  ]);
}

function logged(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asLogged(text(), value)]));
}

function planTerms({ points, from, keep }: Fields) {
  return { points, from, keep };
}

function pointLimits({ per_day = null, per_month = null }: Fields) {
  return per_day === null && per_month === null ? undefined : { per_day, per_month };
}

function allLimits(fields: Fields) {
  const {
    paths = null,
    categories = null,
    rate = null,
    per_day = null,
    per_month = null,
    ends = null,
  } = fields;
  const limits: Record<keyof Values<typeof LIMIT_FIELDS>, unknown> = {
    ...{ paths, categories, rate, per_day, per_month, ends },
  };
  return Object.values(limits).every((limit) => limit === null) ? undefined : limits;
}

/** The limits that a key was made with, in the form in which they are stored. */
function limitsGiven({ paths, categories, perDay, perMonth, ...rest }: Fields) {
  if (isShortened(paths) || isShortened(categories)) return UNKNOWN;
  const names = Array.isArray(categories) ? categories.map((name) => cleanName(String(name))) : null;
  return allLimits({
    ...rest,
    paths: Array.isArray(paths) ? [...new Set(paths)] : null,
    categories: names && [...new Set(names)],
    ...{ per_day: perDay, per_month: perMonth },
  });
}

function isAndWas(is: unknown, was: unknown): string {
  const now = is === undefined ? 'is the default, or gone' : `is ${JSON.stringify(is)}`;
  return was === undefined
    ? `${now}, and no row of the log says so`
    : `${now}, though the newest row of the log about it says ${JSON.stringify(was)}`;
}
