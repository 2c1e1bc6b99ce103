import { mayBeCharged } from '../shared/explain.ts';
import { type Answer, messageOf } from './send-call.ts';
import type { Words } from './words.ts';

/** What an answer that is no success means to who sent the call; undefined for a success. */
export function explainAnswer(answer: Answer, words: Words): string | undefined {
  const { status } = answer;
  if (status === 200) return undefined;
  const message = messageOf(answer);
  if (mayBeCharged(status, message)) return words.chargeUnknown;
  if (status === 400 && message !== undefined) return words.refused(message);
  return words.errors[status] ?? words.failed;
}
