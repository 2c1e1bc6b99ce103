import type { Tag } from './tables.ts';

/** A tag of a sub-category, and the series of its products. */
export type TagSeries = Pick<Tag, 'key' | 'value'> & { readonly series: number };

/**
 * The tags of each sub-category as text, to be read when they are asked for: there are many of them, and as objects
 * they would take the thread that serves longer to receive than all figures together.
 */
export interface TagLists {
  /** Where the text of each sub-category begins; one more at the end. */
  readonly first: Uint32Array;
  readonly text: Uint8Array;
}

export function packTags(tags: readonly Tag[], subCount: number): TagLists {
  const bySub = Map.groupBy(
    tags.map(({ sub, key, value }, series) => ({ sub, tag: { key, value, series } })),
    ({ sub }) => sub,
  );
  const first = new Uint32Array(subCount + 1);
  const texts: Buffer[] = [];
  for (let sub = 0; sub < subCount; sub++) {
    const text = Buffer.from(JSON.stringify((bySub.get(sub) ?? []).map(({ tag }) => tag)));
    texts.push(text);
    first[sub + 1] = (first[sub] ?? 0) + text.length;
  }
  // Of its own memory: what comes from the pool of buffers cannot be handed to another thread.
  return { first, text: new Uint8Array(Buffer.concat(texts)) };
}

export function readTags({ first, text }: TagLists, sub: number): TagSeries[] {
  const [from = 0, to = 0] = [first[sub], first[sub + 1]];
  return from === to
    ? []
    : JSON.parse(Buffer.from(text.buffer, text.byteOffset + from, to - from).toString());
}
