import type { Writable } from 'node:stream';
import { programVersion } from '../lib/version.ts';

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Where a command writes. */
export interface Output {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** What a command has of the world around it. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly output: Output;
  /** Called where what was found is bad, though nothing failed, with the exit code for that. */
  fail(code?: number): void;
}

/**
 * The program. What it returns is its exit code. It can be run as often as one likes in a process, but for `serve`, which
 * returns once it serves and ends the process when that is over.
 */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  if (argv[0] === '--version' || argv[0] === '-V') {
    output.stdout.write(`${programVersion()}\n`);
    return 0;
  }
  const { runCommand } = await import('./program.ts');
  let code = 0;
  const fail = (as = 1) => {
    code = as;
  };
  return (await runCommand(argv, { env, output, fail })) || code;
}
