/**
 * A shorter list that still fails: leaves out a half, then a quarter and so on, for as long as what is left fails.
 * A list whose failure does not come again is returned as it is.
 */
export async function shrink<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let shortest = items;
  for (let size = Math.ceil(items.length / 2); size >= 1 && shortest.length > 1; ) {
    let isShorter = false;
    for (let at = 0; at < shortest.length && shortest.length > 1; ) {
      const without = shortest.toSpliced(at, size);
      if (without.length > 0 && (await fails(without))) {
        shortest = without;
        isShorter = true;
      } else at += size;
    }
    if (size === 1 && !isShorter) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return shortest;
}
