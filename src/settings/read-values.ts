import { BlockList, isIPv6 } from 'node:net';
import { isHostName } from '../lib/own-hosts.ts';
import { cleanName } from '../lib/text/names.ts';
import { ALL_METHODS } from '../snapshot/audience.ts';

/* How the values of settings are read: undefined for what a setting does not take. */

export interface PointPrice {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

export function readPointPrice(text: string): PointPrice | undefined {
  const [, amount = '', currency = ''] = /^(\d{1,9}(?:\.\d{1,9})?) ([A-Z]{3})$/.exec(text) ?? [];
  return Number(amount) > 0 && isCurrency(currency) ? { amount: Number(amount), currency } : undefined;
}

/** An ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

export function readOrigin(text: string): string | undefined {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  return origin !== 'null' && origin === text.replace(/\/$/, '') ? origin : undefined;
}

/** Adds an address or a network to a list of them. */
type Network = (list: BlockList) => void;

export function readNetwork(text: string): Network | undefined {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? [];
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const add: Network = (list) =>
    bits === undefined ? list.addAddress(address, family) : list.addSubnet(address, Number(bits), family);
  try {
    add(new BlockList());
    return add;
  } catch {
    return undefined;
  }
}

export function readHostName(text: string): string | undefined {
  return isHostName(text) ? text : undefined;
}

const UNITS: Readonly<Record<string, number>> = {
  ...{ MB: 1e6, GB: 1e9, TB: 1e12 },
  ...{ MIB: 2 ** 20, GIB: 2 ** 30, TIB: 2 ** 40 },
};

/** Bytes, at least so many; with `mayBePlain`, also as a number of them. */
export function readSize(text: string, least: number, mayBePlain = false): number | undefined {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([MGT]i?B)$/i.exec(text) ?? [];
  const isPlain = mayBePlain && /^\d+$/.test(text);
  const bytes = isPlain ? Number(text) : Number(number) * (UNITS[unit.toUpperCase()] ?? Number.NaN);
  return bytes >= least ? bytes : undefined;
}

export function readTimeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** All methods, or some: not both. */
export function readMethods(text: string): string[] | undefined {
  const names = readNames(text);
  return names && names.length > 1 && names.includes(ALL_METHODS) ? undefined : names;
}

export function readNames(text: string): string[] | undefined {
  const names = text.split(',').map(cleanName).filter(Boolean);
  return names.length > 0 ? names : undefined;
}

/** Points that may be added in a day: by the operator with this name, or by each. */
interface Allowance {
  readonly operator: string | undefined;
  readonly points: number;
}

const MAX_ALLOWANCE = 1_000_000_000_000;

/** Reads `100000`, or `checkout=5000000`. */
export function readAllowance(text: string): Allowance | undefined {
  const [, operator, digits] = /^(?:([\w.@ -]{1,60})=)?(\d{1,13})$/.exec(text) ?? [];
  const points = Number(digits);
  return points <= MAX_ALLOWANCE ? { operator, points } : undefined;
}
