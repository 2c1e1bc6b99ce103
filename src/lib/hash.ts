/** FNV-1a: a fast 32-bit hash of short texts that nobody attacks. */
export function hashOf(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = mixed(hash, text.charCodeAt(i));
  return hash;
}

/** A hash with one more number in it. */
export function mixed(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}
