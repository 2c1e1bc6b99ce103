import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MDQ } from './service.ts';
import { HANG_MS } from './until.ts';

/** A `mdq serve` that a test ends in its own way. */
export type ServerProcess = {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has printed on standard output so far. */
  output(): string;
  /** Sends the signal and waits for the end; the exit code is null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

export async function spawnServer(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
  /** 'ignore' for a server that is brought into trouble, and says so. */
  complaints: 'inherit' | 'ignore' = 'inherit',
  /** A program that runs it and becomes it. */
  through: readonly string[] = [],
): Promise<ServerProcess> {
  const [program = MDQ, ...rest] = [...through, MDQ, 'serve', ...args];
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', complaints] });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let printed = '';
  const ready = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed);
      if (found !== null) resolve(found[0]);
    });
  });
  const timeout = sleep(HANG_MS, undefined, { ref: false });
  const url = await Promise.race([ready, exited.then(() => undefined), timeout]);
  if (url === undefined) {
    child.kill('SIGKILL');
    throw new Error(`mdq serve did not say where it listens:\n${printed}`);
  }
  return {
    url,
    child,
    output: () => printed,
    async end(signal) {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}
