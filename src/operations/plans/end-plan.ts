import { defineOperation } from '../operation.ts';
import { flag, object, text } from '../schema.ts';
import { planNow } from './plan-fields.ts';

export const endPlan = defineOperation({
  http: 'DELETE /accounts/{account}/plan',
  summary: 'end the plan of an account; what it gave last is valid until the day of the next',
  role: 'admin',
  input: { account: text() },
  args: ['account'],
  output: object({ account: text(), ended: flag() }),
  before: (accounts, { account }) => planNow(accounts, account),
  async run({ accounts }, { account }) {
    await (await accounts()).endPlan(account);
    return { account, ended: true };
  },
  text: ({ account }) => `The plan of "${account}" is ended.`,
});
