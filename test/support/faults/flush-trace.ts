/** What a process writes to the accounts, when it waits for the disk, and when it tells someone of it. */
import { type ChildProcess, execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const WRITES = ['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'sendto', 'sendmsg', 'ftruncate'];
const FLUSHES = ['fsync', 'fdatasync'];
export const NOT_ON_DISK = 'not on disk';

/** A step of a process: bytes for the accounts, the wait until they are on disk, or bytes for whoever asked. */
type Step =
  | { readonly kind: 'write'; readonly file: string }
  | { readonly kind: 'flush'; readonly file: string }
  | { readonly kind: 'tell'; readonly text: string };

/** The command that runs another one, writes down what it does, and ends as it does. */
export function tracedBy(traceFile: string): readonly string[] {
  const calls = [...WRITES, ...FLUSHES].map((name) => `?${name}`).join();
  return `strace -f -q -yy -s 64 -e signal=none -e trace=${calls} -o ${traceFile}`.split(' ');
}

/** Why no process can be looked at here; undefined where it can. */
export async function whyNotTraceable(): Promise<string | undefined> {
  return promisify(execFile)('strace', ['-o', '/dev/null', 'true']).then(
    () => undefined,
    (error: Error) =>
      `strace, which shows when a process waits for the disk, does not work here: ${error.message.trim()}`,
  );
}

/** The process that a tracer has started. It ends the tracer with it; the other way round it would live on. */
export function tracedProcess(tracer: ChildProcess): number {
  return Number(readFileSync(`/proc/${tracer.pid}/task/${tracer.pid}/children`, 'utf8').split(' ')[0]);
}

/**
 * A call that another thread interrupts stands in two lines, `name(… <unfinished ...>` and `<... name resumed>…`.
 * Bytes count as written from the first, for they may be on their way, and as flushed from the second.
 */
export function stepsOf(trace: string): Step[] {
  const flushing = new Map<string, string>();
  return trace.split('\n').flatMap((line): Step[] => {
    const [, pid = '', resumed, name = '', target = '', rest = ''] =
      /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\(\d+<([^>]*)>?)(.*)$/.exec(line) ?? [];
    const isOver = / = 0$/.test(line);
    if (resumed) {
      const file = flushing.get(pid);
      return FLUSHES.includes(resumed) && file && isOver ? [{ kind: 'flush', file }] : [];
    }
    const file = /\/(accounts\.sqlite(?:-wal|-journal)?)$/.exec(target)?.[1];
    if (FLUSHES.includes(name) && file) {
      flushing.set(pid, file);
      return isOver ? [{ kind: 'flush', file }] : [];
    }
    if (file) return [{ kind: 'write', file }];
    return target.startsWith('TCP') || name === 'write' ? [{ kind: 'tell', text: rest }] : [];
  });
}

/**
 * Those who were told before what was written for them was on disk, or before anything was: one sentence each.
 * `isTold` says which of what was sent speaks of a change; each must have changes of its own before it.
 */
export function toldTooSoon(steps: readonly Step[], isTold: (text: string) => boolean): string[] {
  const unflushed = new Set<string>();
  let isFlushed = false;
  return steps.flatMap((step) => {
    if (step.kind === 'write') unflushed.add(step.file);
    else if (step.kind === 'flush') {
      unflushed.delete(step.file);
      isFlushed = true;
    } else if (isTold(step.text)) {
      const since = isFlushed;
      isFlushed = false;
      if (unflushed.size > 0)
        return [`${step.text} with bytes of ${[...unflushed].join(', ')} ${NOT_ON_DISK}`];
      if (!since) return [`${step.text} with nothing written since the one before`];
    }
    return [];
  });
}
