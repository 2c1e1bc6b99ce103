import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MDQ } from './command.ts';
import { assertNoKey } from './http/secrets.ts';
import { HANG_MS } from './until.ts';

/** A `mdq serve` that a test ends in its own way. */
export type ServerProcess = {
  readonly url: string;
  readonly child: ChildProcess;
  /** Where its metrics are, when it was told to have some. */
  readonly metricsUrl: string;
  /** Where its admin API is, when it was told to have one. */
  readonly adminUrl: string;
  /** What it has printed on standard output so far. */
  output(): string;
  /** What it has printed on standard error so far. */
  log(): string;
  /** Sends the signal and waits for the end; the exit code is null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

export async function spawnServer(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
  /** 'ignore' for a server that is brought into trouble, and says so; 'unread' leaves it in the pipe. */
  complaints: 'inherit' | 'ignore' | 'unread' = 'inherit',
  /** A program that runs it and becomes it. */
  through: readonly string[] = [],
): Promise<ServerProcess> {
  const [program = MDQ, ...rest] = [...through, MDQ, 'serve', ...args];
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // What it has printed is read to its end, unless nobody reads it.
  const exited = once(child, complaints === 'unread' ? 'exit' : 'close') as Promise<[number | null]>;
  let printed = '';
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
    if (complaints === 'inherit') process.stderr.write(text);
  });
  if (complaints === 'unread') child.stderr.pause();
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
    throw new Error(`mdq serve did not say where it listens:\n${printed}${logged}`);
  }
  return {
    url,
    metricsUrl: /http:\S+\/metrics$/m.exec(printed)?.[0] ?? '',
    adminUrl: /http:\S+\/admin\/v1$/m.exec(printed)?.[0] ?? '',
    child,
    output: () => printed,
    log: () => logged,
    async end(signal) {
      child.kill(signal);
      const [code] = await exited;
      assertNoKey(logged, 'the log');
      return code;
    },
  };
}
