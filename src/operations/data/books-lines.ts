import { count } from '../../lib/count.ts';
import { linesOf } from '../../lib/text/lines.ts';
import type { Context } from '../operation.ts';
import { listOf, nullable, object, text, time, type Values, whole } from '../schema.ts';
import { minute } from './facts.ts';

const webhookFields = {
  id: text(),
  waiting: whole(),
  waitingSince: nullable(time()),
  failed: whole(),
};

export const BOOKS = object({ timeZone: nullable(text()), webhooks: listOf(object(webhookFields)) });
type Books = { readonly timeZone: string | null; readonly webhooks: readonly Values<typeof webhookFields>[] };

/** What is to be known of the accounts besides; null where there are none, or they cannot be reached. */
export async function readBooks({ accounts, hasAccounts }: Context): Promise<Books | null> {
  try {
    if (!(await hasAccounts())) return null;
    const store = await accounts();
    const webhooks = await store.outbox.listWebhooks();
    return {
      timeZone: (await store.terms.timeZone()) ?? null,
      webhooks: webhooks.map(({ id, waiting, waitingSince, failed }) => ({
        id,
        waiting,
        waitingSince,
        failed,
      })),
    };
  } catch {
    return null;
  }
}

export function booksLines({ timeZone, webhooks }: Books, ofData: string): string[] {
  return [
    ...(timeZone !== null && timeZone !== ofData
      ? [`Days of usage, plans and statements are in ${timeZone}, those of the data in ${ofData}.`]
      : []),
    ...webhooks.flatMap(({ id, waiting, waitingSince, failed }) => {
      const told = linesOf(
        waiting > 0 &&
          `${count(waiting, 'message')} waiting since ${waitingSince && minute(waitingSince.toISOString())}`,
        failed > 0 && `${count(failed, 'message')} given up in the last 30 days`,
      );
      return told.length > 0 ? [`Webhook ${id}: ${told.join(', ')}; see "mdq webhook deliveries".`] : [];
    }),
  ];
}
