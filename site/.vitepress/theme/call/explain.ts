import { ERRORS } from '../../../../src/errors/callers.ts';
import type { Language } from '../../../languages.ts';
import type { Format } from '../locale/format.ts';
import type { Locale } from '../locale/locale.ts';
import { ACCESS_WORDS, type AccessWords } from '../words/access-words.ts';
import type { Failure, Refusal } from './call.ts';

/** What helps someone whose call failed. */
type Remedy = 'retry' | 'pay' | 'change-key' | 'change-name' | 'fewer-points';

/** A failure in the words of the person who sees it: one sentence, and the one thing to do next. */
interface Explanation {
  readonly text: string;
  readonly remedy: Remedy;
  /** What the service itself said, where that is more than the sentence. */
  readonly detail?: string | undefined;
  /** Names the call to whoever runs the service. */
  readonly requestId?: string | undefined;
}

/** `asked`: the names that were asked for, where it was about some. */
export function explain(failure: Failure, { words, format }: Locale<AccessWords>, asked = ''): Explanation {
  const { problems } = words;
  switch (failure.kind) {
    case 'unreachable':
      return { text: problems.unreachable, remedy: 'retry' };
    case 'late':
      return { text: problems.late(failure.seconds), remedy: 'retry' };
    case 'garbled':
      return {
        text: mayBeCharged(failure.status) ? problems.chargeUnknown : problems.garbled(failure.status),
        remedy: 'retry',
      };
    case 'refused':
      return { ...explainRefusal(failure, { words, format }, asked), requestId: failure.receipt.requestId };
  }
}

/** The text alone, for a page that fetches this and its words only when a call has failed. */
export function explainIn(language: Language, failure: Failure, format: Format): string {
  return explain(failure, { words: ACCESS_WORDS[language], format }).text;
}

/** Whether nobody knows what a call cost: the service itself, or a proxy that has lost its answer. */
function mayBeCharged(status: number, msg = ''): boolean {
  return status === 502 || status === 504 || msg === ERRORS.chargeUnknown.msg;
}

function explainRefusal(
  { status, msg, balance = 0, required = 0 }: Refusal,
  { words: { problems }, format }: Pick<Locale<AccessWords>, 'words' | 'format'>,
  asked: string,
): Explanation {
  switch (status) {
    case 400:
      return asked === ''
        ? { text: problems.badRequest(msg), remedy: 'change-name' }
        : { text: problems.unknownName(asked), detail: msg, remedy: 'change-name' };
    case 401:
      return { text: problems.unknownKey, remedy: 'change-key' };
    case 402:
      if (msg === ERRORS.keyLimit.msg) return { text: problems.keyLimit, remedy: 'change-key' };
      return balance >= required
        ? { text: problems.dearer(format.points(required)), remedy: 'pay' }
        : { text: problems.poor(format.points(required), format.points(balance)), remedy: 'fewer-points' };
    case 403:
      if (msg === ERRORS.notAllowed.msg) return { text: problems.notAllowed, remedy: 'change-key' };
      return {
        text: msg === ERRORS.inactiveOwner.msg ? problems.inactiveOwner : problems.inactiveKey,
        remedy: 'change-key',
      };
    case 429:
      return { text: problems.tooMany, remedy: 'retry' };
    case 503:
      if (msg === ERRORS.sandboxNotBuilt.msg) return { text: problems.noSandbox, remedy: 'change-key' };
      if (msg === ERRORS.accountsMoved.msg) return { text: problems.moved, remedy: 'retry' };
      if (msg === ERRORS.accountBusy.msg) return { text: problems.accountBusy, remedy: 'retry' };
      return { text: msg === ERRORS.busy.msg ? problems.busy : problems.noData, remedy: 'retry' };
    default:
      if (mayBeCharged(status, msg)) return { text: problems.chargeUnknown, remedy: 'retry' };
      return { text: status >= 500 ? problems.failed : problems.refused(status, msg), remedy: 'retry' };
  }
}
