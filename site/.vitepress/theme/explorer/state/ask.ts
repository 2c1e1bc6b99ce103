import { type CallOptions, call, type Outcome, refusedWith } from '../../call/call.ts';

/** Panels loaded together are refused together and try again together: each time, at least one gets through. */
const TRIES = 6;
const LONGEST_WAIT_S = 5;

/** Makes a call; if the service says to come back in a few seconds, tries again while it may. */
export async function askPatiently(
  target: string,
  options: CallOptions,
  { onWait, mayGoOn }: { readonly onWait: () => void; readonly mayGoOn: () => boolean },
): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await call(target, options);
    if (!refusedWith(429, outcome) || tries === TRIES || !mayGoOn()) return outcome;
    onWait();
    const seconds = Math.min(outcome.retryAfter ?? 1, LONGEST_WAIT_S);
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
    if (!mayGoOn()) return outcome;
  }
}
