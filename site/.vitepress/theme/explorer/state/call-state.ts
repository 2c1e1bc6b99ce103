import type { Failure, Receipt } from '../../call/call.ts';

/** How far a question has come. */
export type CallState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly isWaiting: boolean }
  | {
      readonly status: 'ready';
      readonly data: unknown;
      readonly receipt: Receipt;
      /** It was paid for before, and is not charged again. */
      readonly isKept?: boolean;
      /** When the answer was there, on the page's clock. */
      readonly answeredAt: number;
    }
  | { readonly status: 'failed'; readonly failure: Failure };

export const IDLE: CallState = { status: 'idle' };
export const LOADING: CallState = { status: 'loading', isWaiting: false };
