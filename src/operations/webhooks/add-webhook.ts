import { EVENTS, type EventType, newWebhookId, newWebhookSecret } from '../../accounts/outbox.ts';
import { problemOfReceiver } from '../../webhooks/receiver-url.ts';
import { SHOWN_ONCE } from '../keys/create-key.ts';
import { defineOperation, InputError } from '../operation.ts';
import { listOf, nullable, object, optional, secret, text } from '../schema.ts';

export const addWebhook = defineOperation({
  http: 'POST /webhooks',
  summary: 'tell an address what happens, signed with a secret',
  role: 'admin',
  input: {
    url: text({ takes: 'an address that begins with https://', isAddress: true }),
    events: optional(
      listOf(text(), {
        description: `what to tell: ${EVENTS.join(', ')}; all when not given`,
        label: 'names',
      }),
    ),
  },
  args: ['url'],
  output: object({
    id: text(),
    url: text({ isAddress: true }),
    events: nullable(listOf(text())),
    secret: secret(),
  }),
  async check({ config }, { url, events }) {
    const problem = problemOfReceiver(url, config.webhookHosts);
    if (problem) throw new InputError(`{url}: ${problem}`);
    readEvents(events);
  },
  async run({ accounts }, { url, events }) {
    const made = newWebhookSecret();
    const { outbox } = await accounts();
    const added = await outbox.addWebhook({
      id: newWebhookId(),
      url,
      events: readEvents(events),
      secret: made,
    });
    return { id: added.id, url, events: added.events, secret: made };
  },
  text: ({ id, url, events, secret }) =>
    `Webhook ${id} tells ${url} of ${events?.join(', ') ?? 'everything'}. Its secret:\n\n  ${secret}\n\n${SHOWN_ONCE}`,
});

function readEvents(names: readonly string[] | undefined): EventType[] | null {
  if (names === undefined) return null;
  if (names.length === 0) throw new InputError('{events} must name at least one, or be left out for all');
  const wrong = names.find((name) => !(EVENTS as readonly string[]).includes(name));
  if (wrong !== undefined)
    throw new InputError(`{events}: there is no event "${wrong}"; there are ${EVENTS.join(', ')}`);
  return [...new Set(names)] as EventType[];
}
