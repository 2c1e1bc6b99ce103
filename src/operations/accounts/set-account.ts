import { ACCOUNT, accountFields, checkedDetails, checkedName, DETAILS } from '../account-fields.ts';
import { isByDays, POINT_LIMITS, pointLimitsOf } from '../keys/key-limits.ts';
import { defineOperation, InputError } from '../operation.ts';
import { object, optional, text, wholeOr } from '../schema.ts';

export const setAccount = defineOperation({
  http: 'PATCH /accounts/{account}',
  summary: 'rename an account, or change what is noted of it and what it may spend',
  role: 'admin',
  input: {
    account: text(),
    name: optional(text({ description: 'its new name; the old one stays taken, and still leads to it' })),
    note: optional(text({ description: 'what is to be known of it' })),
    ...DETAILS,
    low: optional(
      wholeOr(['auto'], {
        description: 'with fewer points than these it runs low; auto: with what it uses in a week',
        ...{ label: 'n', nullIs: 'auto' },
      }),
    ),
    ...POINT_LIMITS,
  },
  args: ['account'],
  output: object(ACCOUNT),
  countsDays: isByDays,
  before: async (accounts, { account }) => accountFields(await accounts.findAccount(account)),
  async run({ accounts }, { account, name, low, perDay, perMonth, ...details }) {
    const change = {
      ...(name !== undefined && { name: checkedName(name) }),
      // Worked out again within a day, from what it uses.
      ...(low !== undefined && {
        low: low === 'auto' ? { below: null, isSet: false } : { below: low, isSet: true },
      }),
      ...checkedDetails(details),
      ...pointLimitsOf({ perDay, perMonth }),
    };
    if (Object.keys(change).length === 0)
      throw new InputError(
        'Say what to change: {name}, {contact}, {note}, {externalId}, {low}, {perDay} or {perMonth}',
      );
    return accountFields(await (await accounts()).changeAccount(account, change));
  },
  text: ({ account, id }) => `Account "${account}" (${id}) is changed.`,
});
