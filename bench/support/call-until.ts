export const CALLERS = 4;

/** What callers see until something is done. */
export async function callUntil(done: Promise<unknown>, call: () => Promise<boolean>) {
  let isDone = false;
  const end = done.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  let failed = 0;
  const caller = async () => {
    while (!isDone) {
      const started = performance.now();
      if (!(await call())) failed++;
      times.push(performance.now() - started);
    }
  };
  await Promise.all([end, ...Array.from({ length: CALLERS }, caller)]);
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return { calls: times.length, failed, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1 - 1e-9) };
}
