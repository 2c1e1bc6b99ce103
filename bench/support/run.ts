import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
    peakMiB = Math.max(peakMiB, peakOf(child.pid));
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

function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes = 0] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}
