import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program and waits for its end. It has a process group of its own: so a signal, Ctrl-C too, reaches it once, from
 * here, and its end is waited for. `stopWith` is sent in the place of that signal.
 */
export function run(command, args, { stopWith, ...options } = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  let stopped;
  const stop = (signal) => {
    if (!stopped) child.kill(stopWith ?? signal);
    stopped ??= signal;
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: 1, output: `${command}: ${error.message}` }));
    child.once('close', (status) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      if (stopped) process.exit(128 + constants.signals[stopped]);
      resolve({ status, output });
    });
  });
  return { ended, stop };
}
