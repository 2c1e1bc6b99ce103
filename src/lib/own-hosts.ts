import { isIP, isIPv6 } from 'node:net';

/** What every port is called on its own machine. */
const OF_EVERY_PORT = ['localhost', '127.0.0.1', '::1'];
/** A name or an address, with or without a port. */
export const HOST = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** What of a request tells for whom it was meant. */
interface Addressed {
  readonly headers: { readonly host?: string | undefined };
  readonly socket: { readonly localAddress?: string | undefined };
}

/**
 * Whether a request was meant for a port that is not for the public: asked by a name of the list, as localhost, or by
 * the address where it arrived. A page elsewhere can have its own name point here, but not send another.
 */
export function ownHosts(names: readonly string[]): (request: Addressed) => boolean {
  const own = new Set([...OF_EVERY_PORT, ...names].map(canonicalHost));
  return ({ headers, socket }) => {
    const asked = HOST.exec(headers.host ?? '')?.[1];
    if (asked === undefined) return false;
    const host = canonicalHost(asked);
    // A socket for both kinds of addresses tells those of IPv4 in the form of IPv6.
    return (
      own.has(host) || host === canonicalHost(socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? '')
    );
  };
}

/** Whether a request names several hosts. Node keeps the first and a proxy perhaps the last, so none of them counts. */
export function hasSeveralHosts({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean {
  let hosts = 0;
  // Names and values in turn.
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Whether it can stand in such a list: a name, or an address. */
export function isHostName(text: string): boolean {
  return isIP(bare(text)) !== 0 || /^[\w.-]+$/.test(text);
}

/** One way to write what may be written in many, such as an address of IPv6. */
export function canonicalHost(name: string): string {
  const address = bare(name);
  return URL.parse(`http://${isIPv6(address) ? `[${address}]` : address}`)?.hostname ?? '';
}

function bare(name: string): string {
  return name.replace(/^\[(.*)\]$/, '$1');
}
