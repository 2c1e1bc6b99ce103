import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  readonly callsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly calls: number;
  /** Answers that were not 2xx or 3xx. */
  readonly refused: number;
}

interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A Lua script for wrk, for what is not a plain GET. */
  readonly script?: string;
}

/** Loads an address with wrk, which costs far less than what it measures. */
export async function load(
  url: string,
  { connections, seconds, headers = {}, script }: LoadOptions,
): Promise<Load> {
  const args = [
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    '--latency',
    ...Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`),
    ...(script ? [`--script=${script}`] : []),
    url,
  ];
  const { stdout } = await run('wrk', args).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error('This benchmark needs wrk: apt-get install wrk');
    throw error;
  });
  const find = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? '';
  return {
    callsPerSecond: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    p50Ms: milliseconds(find(/^ +50% +(\S+)/m)),
    p99Ms: milliseconds(find(/^ +99% +(\S+)/m)),
    calls: Number(find(/(\d+) requests in/)),
    refused: Number(find(/Non-2xx or 3xx responses: (\d+)/)),
  };
}

function milliseconds(text: string): number {
  const [, number = 'NaN', unit = ''] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(number) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
