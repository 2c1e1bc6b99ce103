import { Presets, SingleBar } from 'cli-progress';
import { printable } from '../printable.ts';
import type { OnProgress } from '../warehouse/warehouse.ts';

/** Shows long work: a bar on a terminal, one line per step (or nothing) elsewhere. Always on standard error. */
export function showProgress({ elsewhere = 'lines' }: { elsewhere?: 'lines' | 'nothing' } = {}): {
  onProgress: OnProgress;
  stop(): void;
} {
  if (process.stderr.isTTY) return bar();
  return elsewhere === 'lines' ? lines() : { onProgress() {}, stop() {} };
}

function bar(): { onProgress: OnProgress; stop(): void } {
  const single = new SingleBar(
    {
      format: '{bar} {percentage}%  {step}',
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
    },
    Presets.shades_classic,
  );
  let current = '';
  single.start(100, 0, { step: current });
  return {
    onProgress(step, fraction) {
      if (step) {
        current = printable(step);
        single.update(0, { step: current });
      } else if (fraction !== undefined) single.update(Math.round(fraction * 100), { step: current });
    },
    stop: () => single.stop(),
  };
}

function lines(): { onProgress: OnProgress; stop(): void } {
  return {
    onProgress(step) {
      if (step) console.error(`${printable(step)}…`);
    },
    stop() {},
  };
}
