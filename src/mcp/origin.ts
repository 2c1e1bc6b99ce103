const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

interface AskedFrom {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** The address of ours that the connection came to. */
  readonly localAddress: string | undefined;
  /** How a trusted proxy was asked, such as `https`. */
  readonly protocol?: string | undefined;
}

/**
 * Whether a browser may ask from the page it shows. Programs send no Origin. A page of another site may not;
 * nor may one whose name was bent to point at this machine (DNS rebinding): its Origin equals its Host, but on
 * a loopback address only local names are true, or a name for which a proxy holds a certificate.
 */
export function isTrustedOrigin({ origin, host, localAddress, protocol: asked }: AskedFrom): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, host: page } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (asked !== undefined && `${asked}:` !== protocol) return false;
  const ours = `${protocol}//${host}`;
  const isSameHost = URL.canParse(ours) && new URL(ours).host === page;
  if (!isLoopback(localAddress)) return isSameHost;
  return LOCAL_NAMES.has(hostname) || (isSameHost && protocol === 'https:');
}

function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
