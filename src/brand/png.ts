import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Without these a picture cannot be read; others of their kind no browser knows. */
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND'];
/** Length, type and checksum of a chunk. */
const FRAME = 12;
const LARGEST_SIDE = 4096;

export function isPng(body: Buffer): boolean {
  return body.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** What is wrong with a PNG file as a logo, after "it"; undefined where nothing is. */
export function wrongWithPng(body: Buffer): string | undefined {
  const types: string[] = [];
  for (let at = SIGNATURE.length; at < body.length; ) {
    const length = at + FRAME <= body.length ? body.readUInt32BE(at) : body.length;
    const end = at + FRAME + length;
    if (end > body.length) return 'is cut off';
    const type = body.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type) || (/^[A-Z]/.test(type) && !CRITICAL.includes(type)))
      return 'has a part that no PNG has';
    if (crc32(body.subarray(at + 4, end - 4)) !== body.readUInt32BE(end - 4)) return 'is damaged (checksum)';
    if (types.length === 0) {
      if (type !== 'IHDR' || length !== 13) return 'does not begin as a PNG does';
      const sides = [body.readUInt32BE(at + 8), body.readUInt32BE(at + 12)];
      if (sides.some((side) => side === 0 || side > LARGEST_SIDE))
        return `must have sides of 1 to ${LARGEST_SIDE} pixels`;
    }
    types.push(type);
    at = end;
  }
  if (types.at(-1) !== 'IEND' || !types.includes('IDAT')) return 'is cut off';
  return types.filter((type) => type === 'IHDR' || type === 'IEND').length > 2
    ? 'is two pictures'
    : undefined;
}
