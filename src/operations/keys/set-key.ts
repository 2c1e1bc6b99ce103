import { checkedKeyName, MAX_LINE } from '../account-fields.ts';
import { defineOperation, InputError } from '../operation.ts';
import { nullable, object, optional, text } from '../schema.ts';
import {
  checkLimits,
  isByDays,
  isLimiting,
  LIMIT_FIELDS,
  LIMITS,
  limitFields,
  limitsOf,
  limitsText,
} from './key-limits.ts';

export const setKey = defineOperation({
  http: 'PATCH /keys/{id}',
  summary: 'rename a key, or change what it is limited to',
  role: 'admin',
  input: {
    id: text(),
    name: optional(text({ description: 'what the key is for', maxLength: MAX_LINE })),
    ...LIMITS,
  },
  args: ['id'],
  output: object({ id: text(), account: text(), name: nullable(text()), ...LIMIT_FIELDS }),
  async check(context, { id: _id, name, ...limits }) {
    if (name === undefined && !isLimiting(limits))
      throw new InputError(
        'Say what to change: {name}, {paths}, {categories}, {rate}, {perDay}, {perMonth} or {ends}',
      );
    await checkLimits(context, limits);
  },
  countsDays: isByDays,
  before: async (accounts, { id }) => {
    const key = await accounts.findKey(id);
    return key && { name: key.name, ...limitFields(key) };
  },
  async run(context, { id, name, ...limits }) {
    const store = await context.accounts();
    const key = await store.changeKey(id, {
      ...(name !== undefined && { name: checkedKeyName(name) }),
      ...(isLimiting(limits) && { limits: await limitsOf(context, store, limits) }),
    });
    return { id, account: key.account, name: key.name || null, ...limitFields(key) };
  },
  text: ({ id, ...key }) => `Key ${id} is changed. Its limits: ${limitsText(key) || 'none'}.`,
});
