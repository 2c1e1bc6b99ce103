/** The form in which names are kept and compared: trimmed, Unicode NFC. */
export function cleanName(text: string): string {
  // Most calls name nothing.
  return text === '' ? '' : text.trim().normalize('NFC');
}

/** Code point order. The `<` of strings compares UTF-16 units, which puts U+1F600 before U+FF21. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Lifts surrogates above the rest of the basic plane, where their code points are. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
