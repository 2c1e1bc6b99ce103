import type { Random } from '../reference/random.ts';
import type { Exchange, Keys } from './exchange.ts';

/** Makes an exchange of one kind. */
export type Maker = (random: Random, keys: Keys) => Omit<Exchange, 'kind'>;

/** Everything but what is said: one request that can be answered, all at once, on a connection that is left open. */
export const PLAIN = { isSlow: false, ending: 'wait', answers: 1, heads: [] } as const;

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];
export const HOST = 'Host: x\r\n';
export const END = '\r\n';
