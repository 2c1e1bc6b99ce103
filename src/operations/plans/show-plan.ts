import { noPlan } from '../../accounts/common/rules.ts';
import { booksTimeZone } from '../books-days.ts';
import { defineOperation } from '../operation.ts';
import { object, text } from '../schema.ts';
import { PLAN, planFields, planText } from './plan-fields.ts';

export const showPlan = defineOperation({
  http: 'GET /accounts/{account}/plan',
  summary: 'show the plan of an account',
  role: 'viewer',
  input: { account: text() },
  args: ['account'],
  output: object(PLAN),
  async run(context, { account }) {
    const store = await context.accounts();
    const plan = await store.plan(account);
    const { name } = await store.findAccount(account);
    if (!plan) throw noPlan(name);
    return planFields(name, plan, await booksTimeZone(context, store));
  },
  text: planText,
});
