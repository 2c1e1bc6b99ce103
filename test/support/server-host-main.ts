/* A process that runs `mdq serve` as often as it is asked to, each until that one is to stop: see server-host.ts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export type Asked = { readonly id: number; readonly env?: NodeJS.ProcessEnv };
export type Told =
  | { readonly id: number; readonly code: number; readonly output: string }
  /** Of whichever of them. */
  | { readonly log: string };

// As the program does for itself.
process.umask(0o077);
const exit = process.exit.bind(process);
process.on('disconnect', () => exit(0));

const tell = (told: Told) => process.send?.(told);
process.stderr.write = (text: string | Uint8Array, ...rest: unknown[]) => {
  tell({ log: String(text) });
  for (const done of rest) if (typeof done === 'function') done();
  return true;
};

/** A server ends its process: the one that is told to stop ends alone here. */
const ending = new AsyncLocalStorage<(code: number) => void>();
process.exit = ((code: number) => ending.getStore()?.(code)) as typeof process.exit;
const stops = new Map<number, () => void>();

async function start(id: number, env: NodeJS.ProcessEnv): Promise<void> {
  let output = '';
  const write = (text: unknown, _encoding: string, done: () => void) => {
    output += String(text);
    done();
  };
  const stream = new Writable({ write, decodeStrings: false });
  const before = new Set(process.listeners('SIGTERM'));
  const code = await run(['serve'], env, { stdout: stream, stderr: stream });
  for (const signal of SIGNALS)
    for (const stop of process.listeners(signal).filter((each) => !before.has(each))) {
      process.off(signal, stop);
      if (signal === 'SIGTERM') stops.set(id, () => stop(signal));
    }
  tell({ id, code, output });
}

// One after the other: each is known by the listeners that it adds.
let starting = Promise.resolve();
process.on('message', ({ id, env }: Asked) => {
  // One that fails keeps no later one from starting.
  if (env)
    starting = starting
      .then(() => start(id, env))
      .catch((error: unknown) => void tell({ id, code: 1, output: String(error) }));
  else
    ending.run(
      (code) => tell({ id, code, output: '' }),
      () => stops.get(id)?.(),
    );
});
