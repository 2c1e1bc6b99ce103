import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './command.ts';
import { assertNoKey } from './http/secrets.ts';
import type { Asked, Told } from './server-host-main.ts';
import { HANG_MS } from './until.ts';

const MAIN = fileURLToPath(new URL('./server-host-main.ts', import.meta.url));

/** A `mdq serve` that ends when it is told to. */
export type HostedServer = {
  readonly url: string;
  /** What was logged since it began, by others that ran meanwhile too. */
  log(): string;
  stop(): Promise<void>;
};

type Answer = Extract<Told, { id: number }>;

let host: ChildProcess | undefined;
let servers = 0;
let logged = '';
const waiting = new Map<number, (answer: Answer | Error) => void>();

/**
 * Runs `mdq serve` in one process beside this one, which all servers of a test file share: to load the program and to
 * make its documents is most of what a start costs. Whatever is about the process itself needs `spawnServer`.
 */
export async function hostServer(env: NodeJS.ProcessEnv): Promise<HostedServer> {
  servers += 1;
  const id = servers;
  const before = logged.length;
  const log = () => logged.slice(before);
  const { output } = await ask({ id, env });
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  if (url === undefined) throw new Error(`mdq serve did not say where it listens:\n${output}${log()}`);
  return {
    url,
    log,
    async stop() {
      const { code, output } = await ask({ id });
      if (code !== 0) throw new Error(`mdq serve did not end well:\n${output}${log()}`);
      assertNoKey(log(), 'the log');
    },
  };
}

/** For a test of what happens when it ends. */
export const hostId = () => host?.pid;

function ask(asked: Asked): Promise<Answer> {
  host ??= startHost();
  host.send(asked);
  return new Promise((resolve, reject) => {
    const { id } = asked;
    const answer = (told: Answer | Error) => {
      clearTimeout(late);
      waiting.delete(id);
      if (told instanceof Error) reject(told);
      else resolve(told);
    };
    // It also keeps this process waiting for the answer, which the host itself does not.
    const late = setTimeout(() => answer({ id, code: -1, output: 'It did not answer.\n' }), HANG_MS);
    waiting.set(id, answer);
  });
}

/** Ends with this process, when nothing connects them any more. */
function startHost(): ChildProcess {
  const options = { env: cleanEnvironment({}), execArgv: ['--disable-warning=ExperimentalWarning'] };
  const child = fork(MAIN, options);
  child.on('message', (told: Told) => {
    if ('log' in told) logged += told.log;
    else waiting.get(told.id)?.(told);
  });
  child.on('exit', (code, signal) => {
    if (host === child) host = undefined;
    const lost = new Error(`The process of the servers ended (${signal ?? code}):\n${logged}`);
    for (const answer of [...waiting.values()]) answer(lost);
  });
  child.unref();
  child.channel?.unref();
  return child;
}
