import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const LONGEST = 2000;

/** Why a webhook cannot be at an address; undefined where it can. Where its name leads is seen when it is connected to. */
export function problemOfReceiver(text: string, trustedHosts: ReadonlySet<string>): string | undefined {
  const url = text.length <= LONGEST && /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return 'it must be an address that begins with https://';
  if (url.username || url.password || url.hash) return 'it must have no user, password or #fragment';
  if (trustedHosts.has(url.hostname)) return undefined;
  if (url.protocol !== 'https:')
    return `it must begin with https://, unless ${url.hostname} is in MDQ_WEBHOOK_HOSTS`;
  if (!isReachable(url))
    return `${url.hostname} is not an address of the public internet; put it into MDQ_WEBHOOK_HOSTS if it is meant`;
  return undefined;
}

/** Whether an address that is written as numbers is public; a name may be anything yet. */
function isReachable({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? !/(^|\.)localhost\.?$/.test(bare) : isPublicAddress(bare);
}
