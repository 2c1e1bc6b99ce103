import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { memoryOf } from './measure.ts';

const MDQ = fileURLToPath(new URL('../../mdq', import.meta.url));
const LOOK_MS = 100;

export interface Run {
  readonly seconds: number;
  readonly lines: number;
  /** The most memory it held, where the system tells (Linux); 0 elsewhere. */
  readonly peakMiB: number;
}

/** Runs a command to its end and reads all it prints. */
export async function runMdq(dataDir: string, ...args: string[]): Promise<Run> {
  const started = performance.now();
  const child = spawn(MDQ, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let peakMiB = 0;
  const look = setInterval(() => {
    // Once it has ended there is nothing to read.
    peakMiB = memoryOf(child.pid, 'VmHWM') || peakMiB;
  }, LOOK_MS);
  let lines = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  const [code] = await exited;
  clearInterval(look);
  if (code !== 0) throw new Error(`mdq ${args.join(' ')} exited with ${code}`);
  return { seconds: (performance.now() - started) / 1000, lines, peakMiB };
}
