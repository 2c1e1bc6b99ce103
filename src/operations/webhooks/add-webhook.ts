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
    url: text({ takes: 'an address that begins with https://' }),
    events: optional(
      text({
        description: `what to tell, separated by commas: ${EVENTS.join(', ')}; all when not given`,
        label: 'names',
      }),
    ),
  },
  args: ['url'],
  output: object({ id: text(), url: text(), events: nullable(listOf(text())), secret: secret() }),
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

function readEvents(given: string | undefined): EventType[] | null {
  if (given === undefined) return null;
  const names = given.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !(EVENTS as readonly string[]).includes(name));
  if (wrong !== undefined)
    throw new InputError(`{events}: there is no event "${wrong}"; there are ${EVENTS.join(', ')}`);
  return [...new Set(names)] as EventType[];
}
