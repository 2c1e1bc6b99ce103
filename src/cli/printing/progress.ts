import { printable } from '../../lib/text/printable.ts';
import type { OnProgress } from '../../warehouse/warehouse.ts';
import type { Output } from '../run.ts';

export interface Progress {
  readonly onProgress: OnProgress;
  stop(): void;
}

/** How long work is shown: by a bar on a terminal, one line per step (or nothing) elsewhere. Always on standard error. */
export type ShowProgress = (elsewhere?: 'lines' | 'nothing') => Progress;

/** What draws the bars is loaded for a terminal alone. */
export async function progressOn(stderr: Output['stderr']): Promise<ShowProgress> {
  if (!stderr.isTTY)
    return (elsewhere = 'lines') => (elsewhere === 'lines' ? lines(stderr) : { onProgress() {}, stop() {} });
  const progress = await import('cli-progress');
  return () => bar(progress, stderr);
}

/** Before that, how long it will take is a guess. */
const ESTIMATE_FROM = 0.05;
const ESTIMATE_AFTER_MS = 3000;

function bar({ SingleBar, Presets }: typeof import('cli-progress'), stream: Output['stderr']): Progress {
  const single = new SingleBar(
    {
      format: '{bar} {percentage}%  {step}{left}',
      hideCursor: true,
      clearOnComplete: true,
      stream,
    },
    Presets.shades_classic,
  );
  const started = performance.now();
  let current = '';
  let furthest = 0;
  single.start(100, 0, { step: '', left: '' });
  return {
    onProgress(step, fraction = 0) {
      if (step) current = printable(step);
      furthest = Math.max(furthest, fraction);
      single.update(Math.round(furthest * 100), {
        step: current,
        left: timeLeft(performance.now() - started, furthest),
      });
    },
    stop: () => single.stop(),
  };
}

/** Such as `, about 2 min left`; nothing while that cannot be told. */
export function timeLeft(elapsedMs: number, fraction: number): string {
  if (fraction < ESTIMATE_FROM || elapsedMs < ESTIMATE_AFTER_MS) return '';
  const seconds = Math.ceil((elapsedMs * (1 - fraction)) / fraction / 1000);
  return `, about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}

function lines(stderr: Output['stderr']): Progress {
  return {
    onProgress(step) {
      if (step) stderr.write(`${printable(step)}…\n`);
    },
    stop() {},
  };
}
