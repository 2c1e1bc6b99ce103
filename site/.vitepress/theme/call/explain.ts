import { ERRORS, type ErrorName } from '../../../../src/errors/callers.ts';
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
function mayBeCharged(status: number, code?: string): boolean {
  return status === 502 || status === 504 || code === ERRORS.chargeUnknown.code;
}

function explainRefusal(
  { status, code, msg, balance = 0, required = 0 }: Refusal,
  { words: { problems }, format }: Pick<Locale<AccessWords>, 'words' | 'format'>,
  asked: string,
): Explanation {
  const is = (name: ErrorName) => code === ERRORS[name].code;
  switch (status) {
    case 400:
      return asked === ''
        ? { text: problems.badRequest(msg), remedy: 'change-name' }
        : { text: problems.unknownName(asked), detail: msg, remedy: 'change-name' };
    case 401:
      return { text: problems.unknownKey, remedy: 'change-key' };
    case 402:
      if (is('keyLimit')) return { text: problems.keyLimit, remedy: 'change-key' };
      return balance >= required
        ? { text: problems.dearer(format.points(required)), remedy: 'pay' }
        : { text: problems.poor(format.points(required), format.points(balance)), remedy: 'fewer-points' };
    case 403:
      if (is('notAllowed')) return { text: problems.notAllowed, remedy: 'change-key' };
      return {
        text: is('inactiveOwner') ? problems.inactiveOwner : problems.inactiveKey,
        remedy: 'change-key',
      };
    case 429:
      return { text: problems.tooMany, remedy: 'retry' };
    case 503:
      if (is('sandboxNotBuilt')) return { text: problems.noSandbox, remedy: 'change-key' };
      if (is('accountsMoved')) return { text: problems.moved, remedy: 'retry' };
      if (is('accountBusy')) return { text: problems.accountBusy, remedy: 'retry' };
      return { text: is('busy') ? problems.busy : problems.noData, remedy: 'retry' };
    default:
      if (mayBeCharged(status, code)) return { text: problems.chargeUnknown, remedy: 'retry' };
      return { text: status >= 500 ? problems.failed : problems.refused(status, msg), remedy: 'retry' };
  }
}
