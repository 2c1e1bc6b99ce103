export type NumberColumn = Int32Array | Uint16Array | Uint32Array | Float64Array;
export type NumberType = 'i32' | 'u16' | 'u32' | 'f64';

const COLUMNS = { i32: Int32Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;

/** Reads what ClickHouse writes as RowBinary, value by value. */
export class RowBinaryReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** After all that was to come: more or less means that it was of other types, and nothing of it is what it seems. */
  mustBeAtEnd(): void {
    if (this.#at !== this.#bytes.length)
      throw new Error('ClickHouse has answered with other values than were read');
  }

  int32(): number {
    this.#at += 4;
    return this.#bytes.readInt32LE(this.#at - 4);
  }

  /** A 64-bit integer. Sums beyond 2^53 come out inexact, and as more than 2^53. */
  int64(): number {
    this.#at += 8;
    return this.#bytes.readUInt32LE(this.#at - 8) + this.#bytes.readInt32LE(this.#at - 4) * 2 ** 32;
  }

  text(): string {
    const length = this.#length();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  /** A column of numbers: an array as it lies in memory, which is that of every processor we run on. */
  numbers(type: NumberType): NumberColumn {
    const column = new COLUMNS[type](this.#length());
    const bytes = new Uint8Array(column.buffer);
    const end = this.#at + bytes.length;
    if (end > this.#bytes.length) throw tooFew();
    bytes.set(this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return column;
  }

  #length(): number {
    const found = lengthAt(this.#bytes, this.#at);
    if (!found) throw tooFew();
    this.#at = found.start;
    return found.length;
  }
}

function tooFew(): RangeError {
  return new RangeError('ClickHouse has answered with fewer values than were read');
}

/** The length that stands before bytes, and where these start; undefined where not all of it is there. */
function lengthAt(bytes: Buffer, at: number): { length: number; start: number } | undefined {
  let length = 0;
  for (let [start, factor] = [at, 1]; start < bytes.length; factor *= 128) {
    const byte = bytes[start++] ?? 0;
    length += (byte & 127) * factor;
    if (byte < 128) return { length, start };
  }
  return undefined;
}

/** The values of a column of bytes, each as soon as all of it has come. */
export async function* bytesIn(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  /** It is put together once there are so many. */
  let wanted = 1;
  for await (const chunk of stream) {
    held.push(chunk);
    size += chunk.length;
    while (size >= wanted) {
      const bytes = Buffer.concat(held);
      const value = lengthAt(bytes, 0);
      wanted = value ? value.start + value.length : size + 1;
      const isWhole = value && wanted <= size;
      held = [isWhole ? bytes.subarray(wanted) : bytes];
      if (!isWhole) break;
      yield bytes.subarray(value.start, wanted);
      size -= wanted;
      wanted = 1;
    }
  }
}

/** A text or bytes as RowBinary has them, after their length. */
export function lengthPrefix(length: number): Buffer {
  const bytes: number[] = [];
  let left = length;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Buffer.from([...bytes, left]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
