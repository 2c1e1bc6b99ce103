import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('killed-at-text.ts', import.meta.url));

/** Runs a command that is killed (SIGKILL) right before it sends a server a text; whether it got there. */
export async function killAt(
  text: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<boolean> {
  const child = spawn(process.execPath, [...process.execArgv, SCRIPT, ...args], {
    env: { ...env, KILL_AT_TEXT: text },
    stdio: 'ignore',
  });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL';
}
