import { codeOf } from '../../../errors/stores.ts';
import { printable } from '../../../lib/text/printable.ts';

/** What the codes of a connection mean, for who did not write network programs. */
const CLOSED = 'it closed the connection';
const NO_TLS = 'no TLS connection can be made; if its port is one without TLS, use clickhouse://';
const NO_HTTP =
  'what listens there does not speak HTTP; name its HTTP port, or use clickhouses:// where that is one for TLS';
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name cannot be looked up',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  EPROTO: NO_TLS,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};
const SHOWN = 120;

/** Why a server cannot be talked to; never empty. */
export function connectionFault(error: unknown): string {
  const code = codeOf(error);
  if (typeof code === 'string') {
    const known = REASONS[code];
    if (known) return `${code}: ${known}`;
    if (code.startsWith('HPE_')) return `${code}: ${NO_HTTP}`;
    if (code.startsWith('ERR_SSL_')) return `${code}: ${NO_TLS}`;
    if (/CERT|ISSUER|SIGNATURE/.test(code))
      return `${code}: its certificate is not trusted; NODE_EXTRA_CA_CERTS names a file with your own authority`;
    return code;
  }
  const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  const text = printable(message.slice(0, SHOWN)).trim();
  return text === '' ? 'it gives no reason' : `it says "${text}"`;
}
