import { randomInt } from 'node:crypto';

/** A time in milliseconds, which of the source's requests it is, and the source: `mq0m4fjc003k-1x9d0ab`. */
const FORM = /^([0-9a-z]{8})[0-9a-z]{4}-[0-9a-z]{7}$/;
const [TIME, COUNT, SOURCE] = [8, 4, 7];

function digits(value: number, count: number): string {
  return (value % 36 ** count).toString(36).padStart(count, '0');
}

/** Sorted by their text, ids are in the order of time: calls are found by it. */
export function requestId(at: number, count: number, source: string): string {
  return withTime(digits(at, TIME), count, source);
}

function withTime(time: string, count: number, source: string): string {
  return `${time}${digits(count, COUNT)}-${source}`;
}

/** Unique across restarts and replicas, and cheap. */
export function requestIds(): () => string {
  const source = digits(randomInt(36 ** SOURCE), SOURCE);
  let count = 0;
  let [lastAt, time] = [0, ''];
  return () => {
    const at = Date.now();
    if (at !== lastAt) [lastAt, time] = [at, digits(at, TIME)];
    return withTime(time, count++, source);
  };
}

/** When a request came in, by its id; undefined for a text that is no id. */
export function timeOfRequest(id: string): number | undefined {
  const [, time] = FORM.exec(id) ?? [];
  return time === undefined ? undefined : Number.parseInt(time, 36);
}
