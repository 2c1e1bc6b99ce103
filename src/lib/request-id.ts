import { randomInt } from 'node:crypto';

/** A time in milliseconds, a number that stands for the count of the source's requests, and the source: `mq0m4fjc003k-1x9d0ab`. */
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
  const shuffled = shuffle();
  let count = 0;
  let [lastAt, time] = [0, ''];
  return () => {
    const at = Date.now();
    if (at !== lastAt) [lastAt, time] = [at, digits(at, TIME)];
    return withTime(time, shuffled(count++), source);
  };
}

/** Counts are below 2^20, which four digits have room for. */
const HALF_BITS = 10;
const HALF = 2 ** HALF_BITS - 1;

/**
 * Every count becomes another number, and no two the same one: whoever sees two ids cannot tell how many requests of others
 * came between. It is a small Feistel cipher, with keys of its own.
 */
export function shuffle(): (count: number) => number {
  const keys = Array.from({ length: 4 }, () => randomInt(2 ** 32));
  return (count) => {
    let left = (count >>> HALF_BITS) & HALF;
    let right = count & HALF;
    for (const key of keys) {
      let mixed = Math.imul(right + key, 0x9e3779b1);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca77);
      const before = left;
      left = right;
      right = before ^ (mixed >>> (32 - HALF_BITS));
    }
    return (left << HALF_BITS) | right;
  };
}

/** When a request came in, by its id; undefined for a text that is no id. */
export function timeOfRequest(id: string): number | undefined {
  const [, time] = FORM.exec(id) ?? [];
  return time === undefined ? undefined : Number.parseInt(time, 36);
}
