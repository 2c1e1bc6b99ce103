/** The command of this project, as its users run it and as cheaply as a test can. */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { run as runProgram } from '../../src/cli/run.ts';
import { assertNoKey } from './http/secrets.ts';

export const MDQ = fileURLToPath(new URL('../../mdq', import.meta.url));

export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

const SETTING = /^(PORT|HOST|DATA_DIR|ACCOUNTS_URL|WAREHOUSE_URL|MDQ_.*)$/;
/** Of the test runner. */
const FOREIGN = /^(NODE_TEST_CONTEXT|NODE_OPTIONS)$/;

/** Commands find the Node that runs the tests before any other. */
export const OWN_NODE = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };

/** Nothing of the machine's own settings may reach the service under test. */
export function cleanEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !SETTING.test(name) && !FOREIGN.test(name));
  return { ...Object.fromEntries(kept), ...extra };
}

let runningHere = 0;

/**
 * Runs a command in the process of the test: a process of its own is most of what one costs. It gets one where that
 * could matter: to serve, beside another command, and where it has more than settings of its own in its environment.
 */
export async function run(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Outcome> {
  const needsProcess = args[0] === 'serve' || runningHere > 0 || hasOtherEnvironment(env);
  const outcome = await (needsProcess ? runProcess(env, args) : runHere(env, args));
  assertNoKey(outcome.stderr, `standard error by mdq ${args[0]}`);
  return outcome;
}

/** Runs a command as a process of its own, which is ended after so many milliseconds. */
export function runProcess(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  timeout?: number,
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(MDQ, args, { env, timeout, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

async function runHere(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Outcome> {
  const [stdout, stderr] = [new Written(), new Written()];
  // As the program does for itself.
  const umask = process.umask(0o077);
  runningHere += 1;
  try {
    return {
      code: await runProgram(args, env, { stdout, stderr }),
      stdout: stdout.text,
      stderr: stderr.text,
    };
  } finally {
    runningHere -= 1;
    process.umask(umask);
  }
}

/** Of variables that are no settings: they are for the runtime. */
function hasOtherEnvironment(env: NodeJS.ProcessEnv): boolean {
  const names = new Set([...Object.keys(env), ...Object.keys(process.env)]);
  return (
    env.NODE_OPTIONS !== undefined ||
    [...names].some((name) => !SETTING.test(name) && !FOREIGN.test(name) && env[name] !== process.env[name])
  );
}

/** A stream that keeps what is written to it. */
export class Written extends Writable {
  text = '';

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(piece: string | Uint8Array, _encoding: string, done: () => void): void {
    this.text += piece.toString();
    done();
  }
}
