import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { MDQ } from './command.ts';
import { HANG_MS } from './until.ts';

type WatchEvent = { readonly event: string; readonly file?: string } & Record<string, unknown>;

/** A `mdq import --watch` that a test ends in its own way. */
export type WatchProcess = {
  readonly child: ChildProcess;
  /** All that it has told so far. */
  readonly events: readonly WatchEvent[];
  /** Waits until it has told such an event, of that file if one is given. */
  until(event: string, file?: string): Promise<WatchEvent>;
  end(signal: NodeJS.Signals): Promise<number | null>;
};

export function spawnWatch(env: NodeJS.ProcessEnv, folder: string, args: readonly string[]): WatchProcess {
  const child = spawn(MDQ, ['import', '--watch', folder, '--json', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let isOver = false;
  const exited = once(child, 'close') as Promise<[number | null]>;
  exited.then(() => {
    isOver = true;
  });
  const events: WatchEvent[] = [];
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => events.push(JSON.parse(line) as WatchEvent));
  return {
    child,
    events,
    async until(event, file) {
      const late = performance.now() + HANG_MS;
      for (;;) {
        const found = events.find((each) => each.event === event && (file ?? each.file) === each.file);
        if (found) return found;
        if (isOver || performance.now() > late) {
          throw new Error(
            `no event "${event}" of ${file ?? 'any file'} in:\n${JSON.stringify(events, null, 1)}`,
          );
        }
        await sleep(10);
      }
    },
    async end(signal) {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}
