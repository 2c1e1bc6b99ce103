export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const power = Math.min(3, Math.floor(Math.log(count) / Math.log(1024)));
  return `${(count / 1024 ** power).toFixed(1)} ${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}

/** A number as people read it: `2,000`. */
export function thousands(n: number): string {
  return n.toLocaleString('en');
}

/** A number of things in words: `1 line`, `2,000 lines`, `2 entries`. */
export function count(n: number, what: string): string {
  return `${thousands(n)} ${n === 1 ? what : `${what.replace(/(?<![aeiou])y$/, 'ie')}s`}`;
}
