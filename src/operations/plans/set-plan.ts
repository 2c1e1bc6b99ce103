import { planReference } from '../../accounts/due.ts';
import { formatDay } from '../../lib/calendar.ts';
import { thousands } from '../../lib/count.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineOperation } from '../operation.ts';
import { choice, day, nullable, object, text, whole, wholeOr } from '../schema.ts';
import { PLAN, planFields, planNow, planText } from './plan-fields.ts';

/** More than anybody sells in a month, and few enough that a balance stays a number for ever. */
const MOST_POINTS = 1_000_000_000_000;

export const setPlan = defineOperation({
  http: 'PUT /accounts/{account}/plan',
  summary: 'give an account points every month, in place of what plan it has',
  role: 'admin',
  input: {
    account: text(),
    points: whole({ description: 'points to give', label: 'n', minimum: 1, maximum: MOST_POINTS }),
    every: choice(['month'], { description: 'how often', default: 'month' }),
    from: day({ description: 'first day, and so the day of the month' }),
    keep: wholeOr(['none', 'all'], {
      description: 'how much of what is left of them stays when new ones come: none, all or a number',
      label: 'n',
      default: 'none',
    }),
  },
  args: ['account'],
  output: object({
    ...PLAN,
    /** What the account got from an earlier plan on the first day, on which this one gives nothing. */
    given_before: nullable(whole()),
  }),
  countsDays: () => true,
  before: (accounts, { account }) => planNow(accounts, account),
  async run(context, { account, points, from, keep }) {
    const kept = keep === 'all' ? null : keep === 'none' ? 0 : keep;
    const store = await context.accounts();
    const { id, name } = await store.findAccount(account);
    const timeZone = await booksTimeZone(context, store);
    const reference = planReference(id, formatDay(from));
    const given = (await store.listGrants(id)).find((grant) => grant.reference === reference);
    const plan = await store.setPlan(account, { points, from, keep: kept });
    return { ...planFields(name, plan, timeZone), given_before: given?.points ?? null };
  },
  text({ given_before, ...plan }) {
    const { points, from, next } = plan;
    const first = thousands(points);
    if (given_before === null)
      return from === next
        ? planText(plan)
        : `${planText(plan)}\nThe ${first} points of ${from} were given just now.`;
    const given = thousands(given_before);
    return `${planText(plan)}\nThe ${given} points of ${from} were given already; the first ${first} come on ${next}.`;
  },
});
