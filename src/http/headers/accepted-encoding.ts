import Negotiator from 'negotiator';
import { isTooLong } from './list.ts';

/** How files are packed, the smallest first, with what their names end in. */
const EXTENSIONS = { br: 'br', gzip: 'gz' } as const;
type Encoding = keyof typeof EXTENSIONS;

/** What the package takes, and its types do not know yet. */
interface Preferring {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** Of these, the one that a client likes best; undefined for the bytes as they are. */
export function acceptedEncoding(
  header: string | undefined,
  among: readonly Encoding[] = ['br', 'gzip'],
): { name: Encoding; extension: (typeof EXTENSIONS)[Encoding] } | undefined {
  if (isTooLong(header)) return undefined;
  const client: Preferring = new Negotiator({ headers: { 'accept-encoding': header } });
  const [best] = client.encodings([...among, 'identity'], { preferred: [...among] });
  const name = among.find((each) => each === best);
  return name && { name, extension: EXTENSIONS[name] };
}
