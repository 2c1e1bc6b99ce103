import { shallowReactive, shallowRef } from 'vue';
import { explain } from '../shared/explain.ts';
import type { TabStore } from '../shared/session-key.ts';
import type { UseAccount } from '../shared/use-account.ts';
import { figuresOf } from './answers.ts';
import { askPatiently } from './ask.ts';
import { NOTHING_KNOWN, periodsOf } from './coverage.ts';
import { learnFrom } from './learn.ts';
import { Paid } from './paid.ts';
import { IDLE, LOADING, type PanelState } from './panel-state.ts';
import type { Panel } from './panels.ts';
import { type Cost, costOf, FREE, type Price } from './price.ts';
import { questionOf, targetOf, type View } from './view.ts';

/** The service itself, asked with a key: every panel is charged once, at no more than was shown. */
export function useLive(account: UseAccount, store: TabStore) {
  const states = shallowReactive(new Map<string, PanelState>());
  const coverage = shallowRef(NOTHING_KNOWN);
  const paid = new Paid(store);

  function priceOf(path: string): Price | undefined {
    const state = account.state.value;
    return state.status === 'open' ? state.account.prices.find((price) => price.path === path) : undefined;
  }

  function costOfPanel(panel: Panel, view: View): Cost {
    const price = priceOf(panel.path);
    if (paid.isFree(targetOf(questionOf(panel, view)))) return FREE;
    if (!price) return { least: 0, most: Infinity };
    return costOf(price, panel.takesDates ? periodsOf(view.range, coverage.value) : { least: 1, most: 1 });
  }

  /** Whether it was answered. */
  async function load(panel: Panel, view: View): Promise<boolean> {
    const key = account.key.value;
    if (key === undefined) return false;
    const target = targetOf(questionOf(panel, view));
    const { least, most } = costOfPanel(panel, view);
    states.set(target, LOADING);
    const outcome = await askPatiently(
      target,
      { key, idempotencyKey: paid.keyFor(target), maxPoints: most === Infinity ? least : most },
      () => states.set(target, { status: 'loading', isWaiting: true }),
    );
    const answeredAt = performance.now();
    // Who has left, or come as someone else, is not shown what the former key saw.
    if (account.key.value !== key) return false;
    coverage.value = learnFrom(coverage.value, outcome, {
      panel,
      range: view.range,
      price: priceOf(panel.path),
    });
    if ('receipt' in outcome) account.noteBalance(outcome.receipt.balance);
    if (outcome.kind !== 'answered') {
      if (outcome.kind === 'refused' && outcome.status === 402) paid.drop(target);
      states.set(target, { status: 'failed', explanation: explain(outcome) });
      return false;
    }
    paid.note(target);
    const { data, receipt } = outcome;
    states.set(target, { status: 'ready', figures: figuresOf(panel.kind, data), receipt, answeredAt });
    return true;
  }

  function clear(): void {
    states.clear();
    paid.clear();
    coverage.value = NOTHING_KNOWN;
  }

  return {
    coverage,
    paid,
    priceOf,
    costOf: costOfPanel,
    stateOf: (panel: Panel, view: View) => states.get(targetOf(questionOf(panel, view))) ?? IDLE,
    load,
    clear,
  };
}
