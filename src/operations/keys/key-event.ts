import type { Accounts, Key } from '../../accounts/accounts.ts';
import { type Event, type EventType, newEvent } from '../../accounts/outbox.ts';

/** What webhooks get about a key. */
export async function keyEvent(
  accounts: Accounts,
  type: EventType,
  key: Pick<Key, 'id' | 'account'>,
): Promise<Event> {
  const { id, externalId, balance } = await accounts.findAccount(key.account);
  return newEvent(type, { account: id, external_id: externalId, balance, key: key.id });
}
