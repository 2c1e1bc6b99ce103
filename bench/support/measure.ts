import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const LOOK_MS = 50;

export interface Measured {
  /** From the start of the program to its end. */
  readonly seconds: number;
  /** The most memory it held. */
  readonly peakMiB: number;
  readonly output: string;
}

/** Runs a program to its end; what it says of its progress goes to standard error. */
export async function measure(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const started = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMiB = Number.NaN;
  const look = setInterval(() => {
    const now = memoryOf(child.pid, 'VmHWM');
    if (!Number.isNaN(now)) peakMiB = now;
  }, LOOK_MS);
  try {
    const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} exited with ${code}`);
    return { seconds: (performance.now() - started) / 1000, peakMiB, output };
  } finally {
    clearInterval(look);
  }
}

/** What a process holds now, or held at most, in MiB, where the system tells (Linux); NaN elsewhere. */
export function memoryOf(pid: number | undefined, what: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  } catch {
    return Number.NaN;
  }
}
