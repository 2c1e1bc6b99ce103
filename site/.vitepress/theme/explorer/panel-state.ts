import type { Receipt } from '../shared/call.ts';
import type { Explanation } from '../shared/explain.ts';
import type { Figures } from './answers.ts';

/** What a panel shows. */
export type PanelState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly isWaiting: boolean }
  | {
      readonly status: 'ready';
      readonly figures: Figures;
      readonly receipt: Receipt;
      /** When the answer was there, on the page's clock. */
      readonly answeredAt: number;
    }
  | { readonly status: 'failed'; readonly explanation: Explanation }
  | { readonly status: 'unrecorded' };

export const IDLE: PanelState = { status: 'idle' };
export const LOADING: PanelState = { status: 'loading', isWaiting: false };
