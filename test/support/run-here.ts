/** Commands in the process of the test: what a process of their own costs is most of what they take. */
import { Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';
import { assertNoKey } from './http/secrets.ts';
import type { Outcome } from './service.ts';

class Written extends Writable {
  text = '';

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(piece: string | Uint8Array, _encoding: string, done: () => void): void {
    this.text += piece.toString();
    done();
  }
}

/** Runs a command as `run` in service.ts does, without a process of its own. */
export async function runHere(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Outcome> {
  const [stdout, stderr] = [new Written(), new Written()];
  const code = await run(args, env, { stdout, stderr });
  assertNoKey(stderr.text, `standard error by mdq ${args[0]}`);
  return { code, stdout: stdout.text, stderr: stderr.text };
}
