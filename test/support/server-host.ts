import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './command.ts';
import type { Asked, Told } from './server-host-main.ts';
import { HANG_MS } from './until.ts';

const MAIN = fileURLToPath(new URL('./server-host-main.ts', import.meta.url));

let host: ChildProcess | undefined;
let servers = 0;
const waiting = new Map<number, (told: Told) => void>();

/**
 * Runs `mdq serve` in one process beside this one, which all servers of a test file share: to load the program and to
 * make its documents is most of what a start costs. Whatever is about the process itself needs `spawnServer`.
 */
export async function hostServer(env: NodeJS.ProcessEnv): Promise<Told & { stop(): Promise<Told> }> {
  servers += 1;
  const id = servers;
  return { ...(await ask({ id, env })), stop: () => ask({ id }) };
}

function ask(asked: Asked): Promise<Told> {
  host ??= startHost();
  host.send(asked);
  return new Promise((resolve) => {
    // It also keeps this process waiting for the answer, which the host itself does not.
    const late = setTimeout(() => answer('It did not answer.'), HANG_MS);
    const answer = (told: Told | string) => {
      clearTimeout(late);
      waiting.delete(asked.id);
      resolve(typeof told === 'string' ? { id: asked.id, code: -1, output: told, log: '' } : told);
    };
    waiting.set(asked.id, answer);
  });
}

/** Ends with this process, when nothing connects them any more. */
function startHost(): ChildProcess {
  const options = { env: cleanEnvironment({}), execArgv: ['--disable-warning=ExperimentalWarning'] };
  const child = fork(MAIN, options);
  child.on('message', (told: Told) => waiting.get(told.id)?.(told));
  child.unref();
  child.channel?.unref();
  return child;
}
