/** Something that is made from something else, and made again once that is another. */
export function madeFrom<From extends object, Made>(
  from: () => From,
  make: (from: From) => Made,
): () => Made {
  let last: { readonly from: From; readonly made: Made } | undefined;
  return () => {
    const now = from();
    if (last?.from !== now) last = { from: now, made: make(now) };
    return last.made;
  };
}
