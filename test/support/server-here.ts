import { type Serving, serve } from '../../src/cli/commands/serve.ts';
import { inContext } from '../../src/cli/context.ts';
import { Written } from './command.ts';
import { assertNoKey } from './http/secrets.ts';

/** A `mdq serve` in the process of the test, without its signals: those need `spawnServer`. */
export type ServerHere = {
  readonly url: string;
  /** What it logged so far. */
  log(): string;
  stop(): Promise<void>;
};

/** Starts a server as `mdq serve` does. Loading the program is most of what a process of its own would cost. */
export async function startServerHere(env: NodeJS.ProcessEnv): Promise<ServerHere> {
  const [stdout, stderr] = [new Written(), new Written()];
  const terminal = { env, output: { stdout, stderr }, fail: () => undefined };
  let serving: Serving | undefined;
  // As the program does for itself.
  const umask = process.umask(0o077);
  try {
    await inContext(terminal, { isJson: true, isStoppable: false }, async (context) => {
      ({ serving } = await serve(context, { processes: 1 }));
    });
  } finally {
    process.umask(umask);
  }
  if (!serving) throw new Error(`mdq serve did not start:\n${stdout.text}${stderr.text}`);
  const { url, stop } = serving;
  return {
    url,
    log: () => stderr.text,
    async stop() {
      await stop();
      assertNoKey(stderr.text, 'the log');
    },
  };
}
