import { newKey } from '../../accounts/key.ts';
import { checkedKeyName, MAX_LINE } from '../account-fields.ts';
import { defineOperation } from '../operation.ts';
import { duration, object, secret, text, time } from '../schema.ts';
import { SHOWN_ONCE } from './create-key.ts';
import { keyEvent } from './key-event.ts';

export const rotateKey = defineOperation({
  http: 'POST /keys/{id}/rotate',
  summary: 'make a new key in place of one, which stays valid for a grace time',
  role: 'support',
  input: {
    id: text(),
    grace: duration({
      description: 'how long the old key stays valid, such as 90s, 30m, 24h or 7d',
      default: '24h',
    }),
    name: text({
      description: 'what the key is for; as the old one when not given',
      ...{ default: '', maxLength: MAX_LINE },
    }),
  },
  args: ['id'],
  output: object({ id: text(), key: secret(), replaces: text(), replaced_valid_until: time() }),
  async run({ accounts }, { id, grace, name }) {
    const { key, stored } = newKey(checkedKeyName(name));
    const store = await accounts();
    const { key: made, oldEndsAt } = await store.rotateKey(id, stored, grace);
    const event = await keyEvent(store, 'key.rotated', made);
    return { id: made.id, key, replaces: id, replaced_valid_until: oldEndsAt, account: made.account, event };
  },
  events: ({ event }) => [event],
  text: ({ id, key, replaces, replaced_valid_until }) =>
    `Key ${id} takes the place of ${replaces}, which stays valid until ${replaced_valid_until.toISOString()}:\n\n  ${key}\n\n${SHOWN_ONCE}`,
});
