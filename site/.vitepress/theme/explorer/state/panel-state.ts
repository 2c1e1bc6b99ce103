import type { Failure, Receipt } from '../../call/call.ts';
import type { Dates } from '../../shared/dates.ts';
import type { Figures } from '../panel.ts';
import type { ClosedCells } from '../shapes/shown.ts';
import type { CallState } from './call-state.ts';
import { allOf, type Question, type Questions } from './questions.ts';

/** What is missing of a panel beside its own figures. */
interface Lacks {
  readonly comparisons: number;
  readonly names: number;
  /** Shares are measured by it. */
  readonly market: boolean;
}

/** What a panel shows: put together from the questions it asks. */
export interface PanelState {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly isWaiting: boolean;
  readonly figures?: Figures | undefined;
  /** Of what the panel is about, or of a comparison. */
  readonly failure?: Failure | undefined;
  /** Which question it was that failed. */
  readonly failed?: Question | undefined;
  /** Questions that nobody has asked yet, or that failed. */
  readonly missing: readonly Question[];
  readonly lacks: Lacks;
  readonly receipts: readonly Receipt[];
  /** All that went into it, kept answers too; 0 where nothing had to be bought for it. */
  readonly paid: number;
  readonly answeredAt?: number | undefined;
}

/** An answer bought for another panel does not count as paid for this one. */
export function panelStateOf(
  asked: Questions,
  stateOf: (question: Question) => CallState,
  isOfOther: (question: Question) => boolean,
): PanelState {
  const questions = allOf(asked);
  const states = questions.map(stateOf);
  const ready = states.filter((state) => state.status === 'ready');
  const own = questions
    .filter((question) => !isOfOther(question))
    .map(stateOf)
    .filter((state) => state.status === 'ready');
  const closed = new Map(ready.map(({ data, receipt }) => [data, receipt.suppressed ?? 0]));
  const dataOf = (question: Question | undefined) => {
    const state = question && stateOf(question);
    return state?.status === 'ready' ? state.data : undefined;
  };
  const figures = figuresOf(asked, dataOf, closed, comparedIn(asked.main && stateOf(asked.main)));
  const isLoading = states.some(({ status }) => status === 'loading');
  const failed = states.find((state) => state.status === 'failed');
  const missing = questions.filter((_, index) => !['ready', 'loading'].includes(states[index]?.status ?? ''));
  return {
    status: figures ? 'ready' : isLoading ? 'loading' : failed ? 'failed' : 'idle',
    isWaiting: states.some((state) => state.status === 'loading' && state.isWaiting),
    figures,
    failure: isLoading ? undefined : failed?.failure,
    failed: failed && questions[states.indexOf(failed)],
    missing,
    lacks: {
      comparisons: missing.filter((question) => question === asked.compared).length,
      names: asked.others.filter(({ question }) => missing.includes(question)).length,
      market: missing.some((question) => question === asked.market),
    },
    receipts: ready.map(({ receipt }) => receipt),
    paid: paidFor(own),
    answeredAt: ready[0]?.answeredAt,
  };
}

/** Several answers may come from one call: fewer days are cut out of more. */
function paidFor(ready: readonly Extract<CallState, { status: 'ready' }>[]): number {
  if (ready.every(({ isKept, receipt }) => isKept || !receipt.charged)) return 0;
  const charged = new Map(ready.map(({ receipt }) => [receipt.requestId, receipt.charged ?? 0]));
  return [...charged.values()].reduce((sum, points) => sum + points, 0);
}

/** The service only sends what its OpenAPI document says, so its answers are taken at their word. */
function figuresOf(
  { main, compared, market, others, compare }: Questions,
  dataOf: (question: Question | undefined) => unknown,
  closed: ClosedCells,
  against: Dates | undefined,
): Figures | undefined {
  const answered = others.flatMap(({ name, question }) => {
    const data = dataOf(question);
    return data === undefined ? [] : [{ name, data }];
  });
  // Side by side, no answer is the main one.
  const data = main ? dataOf(main) : answered[0]?.data;
  if (data === undefined) return undefined;
  return {
    data,
    compared: dataOf(compared),
    market: dataOf(market),
    others: answered,
    ...(compare && { compare }),
    closed,
    against,
  };
}

/** The days that an answer itself compares with. */
function comparedIn(state: CallState | undefined): Dates | undefined {
  if (state?.status !== 'ready') return undefined;
  const [start, end] = state.receipt.compared?.split('/') ?? [];
  return start && end ? { start, end } : undefined;
}
