import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { HOST } from '../lib/own-hosts.ts';

/** With its port. */
const LONGEST_HOST = 260;

/**
 * Tells who really asks. The peer is the client, unless it is a proxy that the operator trusts: from those alone what
 * X-Forwarded-For and X-Forwarded-Proto say is believed.
 */
export class Clients {
  readonly #trusted: BlockList;
  /** Where the operator says that the service is. */
  readonly #publicUrl: string | undefined;

  constructor(trusted: BlockList, publicUrl?: string) {
    this.#trusted = trusted;
    this.#publicUrl = publicUrl;
  }

  /** The last address in X-Forwarded-For that is not a proxy itself: what stands before it, anyone could have written. */
  addressOf({ socket, headers }: IncomingMessage): string {
    let client = plain(socket.remoteAddress ?? '');
    if (!this.#isTrusted(client)) return client;
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    while (this.#isTrusted(client)) {
      const before = plain(forwarded.pop()?.trim() ?? '');
      if (!isIP(before)) break;
      client = before;
    }
    return client;
  }

  /** Whom a budget is for. */
  budgetOf(message: IncomingMessage): string {
    return customerAt(this.addressOf(message));
  }

  /** Who is at the other end of a connection: a proxy too. */
  peerOf({ remoteAddress = '' }: Socket): string {
    return customerAt(plain(remoteAddress));
  }

  /** How the proxy was asked, such as `https`; undefined where no trusted one says so. */
  protocolOf({ socket, headers }: IncomingMessage): string | undefined {
    if (!this.#isTrusted(plain(socket.remoteAddress ?? ''))) return undefined;
    return (
      String(headers['x-forwarded-proto'] ?? '')
        .split(',')
        .pop()
        ?.trim() || undefined
    );
  }

  /** Such as `https://api.example.com`: what the operator says, or the Host, in the protocol that was asked for; undefined where it is no host. */
  askedAddressOf(message: IncomingMessage): string | undefined {
    if (this.#publicUrl !== undefined) return this.#publicUrl;
    const { host = '' } = message.headers;
    if (host.length > LONGEST_HOST || !HOST.test(host)) return undefined;
    return `${this.protocolOf(message) === 'https' ? 'https' : 'http'}://${host}`;
  }

  #isTrusted(address: string): boolean {
    return this.#trusted.rules.length > 0 && this.#trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** Of IPv6 the network, because one customer has all addresses of a /64. */
function customerAt(address: string): string {
  return isIPv6(address) ? networkOf(address) : address;
}

/** The first four of the eight groups of an IPv6 address; `::` stands for as many zeros as are missing. */
function networkOf(address: string): string {
  const [before = [], after] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = after ? Array<string>(8 - before.length - after.length).fill('0') : [];
  return [...before, ...zeros, ...(after ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Without a port or brackets; an IPv4 address in the clothes of an IPv6 one is still the same. */
function plain(text: string): string {
  const bracket = text.startsWith('[') ? text.indexOf(']') : -1;
  const isIPv4WithPort = text.includes('.') && text.indexOf(':') === text.lastIndexOf(':');
  const address =
    bracket > 0 ? text.slice(1, bracket) : isIPv4WithPort ? (text.split(':', 1)[0] ?? '') : text;
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
