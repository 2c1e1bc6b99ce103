import { ERRORS } from '../../../../src/errors.ts';
import type { Failure } from './call.ts';
import { points } from './format.ts';

/** What to offer to someone whose call failed. */
export type Remedy = 'retry' | 'confirm' | 'change-key' | 'change-range';

/** A failure in the words of the person who sees it: what happened, and what to do next. */
export interface Explanation {
  readonly title: string;
  readonly text: string;
  readonly remedy: Remedy;
  /** Names the call to whoever runs the service. */
  readonly requestId?: string | undefined;
}

export function explain(failure: Failure): Explanation {
  switch (failure.kind) {
    case 'unreachable':
      return {
        title: 'The service cannot be reached',
        text: 'It may be restarting, or your connection is down. Trying again is safe: the same call is never charged twice.',
        remedy: 'retry',
      };
    case 'late':
      return {
        title: `No answer within ${failure.seconds} seconds`,
        text: 'The service is there but slow. Trying again is safe: the same call is never charged twice.',
        remedy: 'retry',
      };
    case 'garbled':
      return {
        title: `An answer that is not the service’s (HTTP ${failure.status})`,
        text: 'Something between this page and the service answered in its place, such as a proxy. Try again, or tell whoever runs it.',
        remedy: 'retry',
      };
    case 'refused':
      return { ...explainRefusal(failure), requestId: failure.receipt.requestId };
  }
}

type Refusal = Extract<Failure, { kind: 'refused' }>;

function explainRefusal(refusal: Refusal): Explanation {
  const { status, msg } = refusal;
  switch (status) {
    case 400:
      return {
        title: 'The service does not understand the question',
        text: `It says: “${msg}”. Nothing was charged.`,
        remedy: 'change-range',
      };
    case 401:
      return {
        title: 'This key is not known',
        text: 'It was mistyped, deleted, or replaced by a newer one. Check it with whoever gave it to you, and enter it again.',
        remedy: 'change-key',
      };
    case 402:
      return explainPrice(refusal);
    case 403:
      return {
        title:
          msg === ERRORS.inactiveOwner.msg ? 'The account of this key is inactive' : 'This key is inactive',
        text: 'It exists, but was switched off. Ask whoever runs the service to activate it, or use another key.',
        remedy: 'change-key',
      };
    case 429:
      return {
        title: 'Too many calls in one second',
        text: `The service limits the calls per second of a key. Wait ${seconds(refusal.retryAfter)}, then try again. Nothing was charged.`,
        remedy: 'retry',
      };
    case 503:
      if (msg === ERRORS.busy.msg) {
        return {
          title: 'The service is busy',
          text: `It answers paid calls only at the moment. Wait ${seconds(refusal.retryAfter)}, then try again. Nothing was charged.`,
          remedy: 'retry',
        };
      }
      return {
        title: 'There is no data yet',
        text: 'Nothing has been imported into this service so far. Whoever runs it does that with “mdq import”. Nothing was charged.',
        remedy: 'retry',
      };
    default:
      return {
        title: status >= 500 ? 'The service failed' : `The service refused the call (HTTP ${status})`,
        text: `It says: “${msg}”. Nothing was charged. Try again in a moment; if it stays, tell whoever runs the service.`,
        remedy: 'retry',
      };
  }
}

function explainPrice({ balance = 0, required = 0 }: Refusal): Explanation {
  if (balance >= required) {
    return {
      title: `This costs ${points(required)}`,
      text: 'Costs more than estimated, so it was not charged. Load it for this price, or choose a shorter range.',
      remedy: 'confirm',
    };
  }
  return {
    title: 'Not enough points',
    text: `This call costs ${points(required)} and the account has ${points(balance)}. Ask for a top-up, or choose a shorter range. Nothing was charged.`,
    remedy: 'change-range',
  };
}

function seconds(count: number | undefined): string {
  return count === undefined || count === 1 ? 'a second' : `${count} seconds`;
}
