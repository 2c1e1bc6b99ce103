import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv6 } from 'node:net';

/**
 * Tells who really asks. The peer is the client, unless it is a proxy that the operator trusts: from those alone what
 * X-Forwarded-For and X-Forwarded-Proto say is believed.
 */
export class Clients {
  readonly #trusted: BlockList;

  constructor(trusted: BlockList) {
    this.#trusted = trusted;
  }

  /** The last address in X-Forwarded-For that is not a proxy itself: what stands before it, anyone could have written. */
  addressOf({ socket, headers }: IncomingMessage): string {
    let client = plain(socket.remoteAddress ?? '');
    if (!this.#isTrusted(client)) return client;
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    while (this.#isTrusted(client)) {
      const before = forwarded.pop()?.trim();
      if (!before) break;
      client = plain(before);
    }
    return client;
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

  #isTrusted(address: string): boolean {
    return this.#trusted.rules.length > 0 && this.#trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** An IPv4 address in the clothes of an IPv6 one is still the same. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
