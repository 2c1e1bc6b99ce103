/** Something that takes a while to make: it is made when it is first asked for, and kept. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: makeForAll(make) };
    return made.value;
  };
}

/** Something that is made from something else, and made again once that is another. */
export function madeFrom<From extends object, Made>(
  from: () => From,
  make: (from: From) => Made,
): () => Made {
  let last: { readonly from: From; readonly made: Made } | undefined;
  return () => {
    const now = from();
    if (last?.from !== now) last = { from: now, made: makeForAll(() => make(now)) };
    return last.made;
  };
}

/** An object that stays the same one until one of its values is another. */
export function latest<Now extends object>(look: () => Now): () => Now {
  let last: Now | undefined;
  return () => {
    const now = look();
    const isSame = last && Object.entries(now).every(([name, value]) => last?.[name as keyof Now] === value);
    if (!last || !isSame) last = now;
    return last;
  };
}

let totalMs = 0;
let isMaking = false;

/** How long this thread has made such things: whoever was the first to ask does not answer for what all are given. */
export function madeForAllMs(): number {
  return totalMs;
}

function makeForAll<Made>(make: () => Made): Made {
  // What is made for something that is made for all is a part of it.
  if (isMaking) return make();
  isMaking = true;
  const start = workedMs();
  try {
    return make();
  } finally {
    totalMs += workedMs() - start;
    isMaking = false;
  }
}

/** How long this thread has worked: on a busy machine it also waits, which is nobody's doing. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
