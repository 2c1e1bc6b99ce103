import { booksTimeZone, keepBooksTimeZone } from '../books-days.ts';
import { defineOperation, InputError } from '../operation.ts';
import { choice, day, object, text, whole } from '../schema.ts';
import { PLAN, planFields, planText } from './plan-fields.ts';

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
    keep: text({
      description: 'how much of what is left of them stays when new ones come: none, all or a number',
      label: 'n',
      default: 'none',
    }),
  },
  args: ['account'],
  output: object(PLAN),
  check: keepBooksTimeZone,
  async run(context, { account, points, from, keep }) {
    const kept = keep === 'all' ? null : keep === 'none' ? 0 : Number(keep);
    if (kept !== null && !(/^\d{1,15}$/.test(keep) || keep === 'none'))
      throw new InputError(`{keep} must be none, all or a whole number, not "${keep}"`);
    const store = await context.accounts();
    await store.findAccount(account);
    const timeZone = await store.keepTimeZone(await booksTimeZone(context, store));
    const plan = await store.setPlan(account, { points, from, keep: kept });
    return planFields((await store.findAccount(account)).name, plan, timeZone);
  },
  text: planText,
});
