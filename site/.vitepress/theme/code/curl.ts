import type { Asked } from '../call/call.ts';

export interface Caller {
  /** The service, such as `https://data.example.com`. */
  readonly origin: string;
  /** A public key, which stands in the code. Any other is read from the environment and never written out. */
  readonly publicKey?: string | undefined;
}

/** A name that is not in the reader's data is then refused, for nothing, instead of another being charged. */
export const isStrict = (asked: readonly Asked[]) =>
  asked.some(({ parameters }) => parameters.some(([name]) => name === 'category' || name === 'sub'));

/** As it is pasted into a terminal. */
export function curlOf(asked: Asked, { origin, publicKey }: Caller): string {
  const { path, parameters } = asked;
  const key = publicKey ? shellQuoted(`x-api-key: ${publicKey}`) : '"x-api-key: $MDQ_KEY"';
  const lines = parameters.map(([name, value]) =>
    /^[\w/.-]*$/.test(value) ? `-d ${name}=${value}` : `--data-urlencode ${shellQuoted(`${name}=${value}`)}`,
  );
  const start = parameters.length > 0 ? 'curl --get' : 'curl';
  const headers = [`-H ${key}`, ...(isStrict([asked]) ? ["-H 'Prefer: handling=strict'"] : [])];
  return [`${start} ${shellQuoted(origin + path)}`, ...headers, ...lines].join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
