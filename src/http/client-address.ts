import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv6 } from 'node:net';

/** Tells from which address a request really comes. */
export type ClientOf = (message: IncomingMessage) => string;

/**
 * The peer is the client, unless it is a proxy that the operator trusts: then it is the last address in
 * X-Forwarded-For that is not such a proxy too. What stands before that, anyone could have written.
 */
export function clientAddress(trusted: BlockList): ClientOf {
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress ?? '');
    if (trusted.rules.length === 0 || !isTrusted(peer)) return peer;
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    let client = peer;
    while (isTrusted(client)) {
      const before = forwarded.pop()?.trim();
      if (!before) break;
      client = plain(before);
    }
    return client;
  };
}

/** An IPv4 address in the clothes of an IPv6 one is still the same. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
