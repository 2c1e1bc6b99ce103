import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const MDQ = fileURLToPath(new URL('../../mdq', import.meta.url));
const LOOK_MS = 50;

export interface Measured<Output = string> {
  /** From the start of the program to its end. */
  readonly seconds: number;
  /** The most memory it held. */
  readonly peakMiB: number;
  readonly output: Output;
}

/** Runs a program to its end; what it says of its progress goes to standard error. */
export function measure(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  return measureReading(text, program, args, env);
}

/** Runs a command on a data folder. Of what it prints, which may be more than memory holds, the lines are counted. */
export function runMdq(dataDir: string, ...args: string[]): Promise<Measured<number>> {
  return measureReading(countLines, MDQ, args, { DATA_DIR: dataDir });
}

async function measureReading<Output>(
  read: (printed: Readable) => Promise<Output>,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Measured<Output>> {
  const started = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMiB = Number.NaN;
  const look = setInterval(() => {
    // Once it has ended there is nothing to read.
    const now = memoryOf(child.pid, 'VmHWM');
    if (!Number.isNaN(now)) peakMiB = now;
  }, LOOK_MS);
  try {
    const [[code], output] = await Promise.all([once(child, 'exit'), read(child.stdout)]);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} exited with ${code}`);
    return { seconds: (performance.now() - started) / 1000, peakMiB, output };
  } finally {
    clearInterval(look);
  }
}

async function countLines(printed: Readable): Promise<number> {
  let lines = 0;
  for await (const chunk of printed as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return lines;
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
