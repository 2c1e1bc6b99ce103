import { shallowRef, watch } from 'vue';
import { call, type Failure } from '../call/call.ts';
import type { UseAccount } from '../key/use-account.ts';

type Told<Answers> =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly answers: Answers }
  | { readonly status: 'failed'; readonly failure: Failure };

/** What the service tells of an account for nothing, by the paths that are asked, as soon as it is open. */
export function useTold<Answers extends readonly unknown[]>(
  account: UseAccount,
  ...paths: { readonly [Index in keyof Answers]: string }
) {
  const state = shallowRef<Told<Answers>>({ status: 'none' });
  let last: unknown;

  async function load(): Promise<void> {
    const key = account.key.value;
    if (key === undefined) return;
    if (state.value.status !== 'ready') state.value = { status: 'loading' };
    const asked = Promise.all(paths.map((path) => call(path, { key })));
    last = asked;
    const outcomes = await asked;
    if (account.key.value !== key || last !== asked) return;
    const failure = outcomes.find((outcome) => outcome.kind !== 'answered');
    const answers = outcomes.map((outcome) => ('data' in outcome ? outcome.data : undefined));
    state.value = failure
      ? { status: 'failed', failure }
      : { status: 'ready', answers: answers as unknown as Answers };
  }

  watch(
    () => account.state.value.status,
    (status) => {
      state.value = { status: 'none' };
      if (status === 'open') void load();
    },
  );
  return { state, load };
}
