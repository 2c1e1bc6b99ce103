import { newKey } from '../../accounts/key.ts';
import { checkedKeyName, MAX_LINE } from '../account-fields.ts';
import { defineOperation } from '../operation.ts';
import { object, secret, text } from '../schema.ts';
import { keyEvent } from './key-event.ts';
import { checkLimits, isByDays, isLimiting, LIMIT_NAMES, LIMITS, limitsOf } from './key-limits.ts';

export const SHOWN_ONCE = 'It is shown this once; keep it safe.';

export const createKey = defineOperation({
  http: 'POST /accounts/{account}/keys',
  summary: 'make a key',
  role: 'support',
  adminFields: LIMIT_NAMES,
  input: {
    account: text(),
    name: text({ description: 'what the key is for', default: '', maxLength: MAX_LINE }),
    ...LIMITS,
  },
  args: ['account'],
  output: object({ id: text(), key: secret() }),
  check: (context, input) => checkLimits(context, input),
  countsDays: isByDays,
  async run(context, { account, name, ...given }) {
    const { key, stored } = newKey(checkedKeyName(name));
    const store = await context.accounts();
    const limits = isLimiting(given) && { limits: await limitsOf(context, store, given) };
    const made = await store.createKey(account, { ...stored, ...limits });
    return { id: made.id, key, event: await keyEvent(store, 'key.created', made) };
  },
  events: ({ event }) => [event],
  text: ({ id, key }, { account }) => `Key ${id} of account "${account}":\n\n  ${key}\n\n${SHOWN_ONCE}`,
});
