import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The clients that a customer installs from the service, as `npm run make` makes them from the OpenAPI document. */
const dir = fileURLToPath(new URL('../../client', import.meta.url));

const BLOCK = 512;

/** The TypeScript client as npm installs it: the same bytes for the same files. */
export function clientPackage(): Buffer {
  const { files } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
    files: readonly string[];
  };
  const entries = ['package.json', 'README.md', ...files].map((name) =>
    tarEntry(`package/${name}`, readFileSync(join(dir, name))),
  );
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

export function pythonClient(): Buffer {
  return readFileSync(join(dir, 'market_data.py'));
}

/** A file in the form of POSIX.1-1988 (ustar): a block of facts, then its contents in whole blocks. */
function tarEntry(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  head.write(name, 0);
  head.write(octal(0o644, 7), 100);
  head.write(octal(0, 7) + octal(0, 7), 108);
  head.write(octal(content.length, 11) + octal(0, 11), 124);
  head.write('        0', 148);
  head.write('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([head, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
