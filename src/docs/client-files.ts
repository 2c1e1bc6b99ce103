import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, gzipSync } from 'node:zlib';

/** The clients that a customer installs from the service, as `npm run make` makes them from the OpenAPI document. */
const dir = fileURLToPath(new URL('../../client', import.meta.url));

const BLOCK = 512;

/** The TypeScript client as npm installs it: the same bytes for the same files. */
export function clientPackage(): Buffer {
  const { files } = described();
  const entries = ['package.json', 'README.md', ...files].map((name) =>
    tarEntry(`package/${name}`, readFileSync(join(dir, name))),
  );
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function described(): {
  readonly version: string;
  readonly description: string;
  readonly files: readonly string[];
} {
  return JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
}

/** The Python client as pip installs it (PEP 427), with the name that such a file must have. */
export function pythonWheel(): { readonly name: string; content(): Buffer } {
  const { version, description } = described();
  const whole = `market_data_client-${version}`;
  const info = `${whole}.dist-info`;
  return {
    name: `${whole}-py3-none-any.whl`,
    content() {
      const files = [
        ['market_data.py', pythonClient()],
        [
          `${info}/METADATA`,
          `Metadata-Version: 2.1\nName: market-data-client\nVersion: ${version}\nSummary: ${description}\nRequires-Python: >=3.9\n`,
        ],
        [`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: mdq\nRoot-Is-Purelib: true\nTag: py3-none-any\n'],
      ].map(([name, content = '']) => ({ name: String(name), content: Buffer.from(content) }));
      const lines = files.map(
        ({ name, content }) =>
          `${name},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}\n`,
      );
      const record = `${info}/RECORD`;
      return zip([...files, { name: record, content: Buffer.from(`${lines.join('')}${record},,\n`) }]);
    },
  };
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

/** The first day that such a file can name: the same bytes for the same files. */
const DAY = 0x21;

/** A zip of files that are stored as they are: each behind its header, then a list of all, then where that is. */
function zip(files: readonly { readonly name: string; readonly content: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(DAY, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    attributes.writeUInt32LE(at, 10);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), content]);
    parts.push(entry);
    // Made by a program that keeps modes as Unix does.
    list.push(Buffer.from('PK\x01\x02\x14\x03'), facts, attributes, Buffer.from(name));
    at += entry.length;
  }
  const all = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(all.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, all, Buffer.from('PK\x05\x06'), end]);
}
