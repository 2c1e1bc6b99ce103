const ENCODINGS = [
  { name: 'br', extension: 'br' },
  { name: 'gzip', extension: 'gz' },
];

/** The first of ours that a client takes. */
export function acceptedEncoding(
  header: string | string[] | undefined,
  among: readonly string[] = ENCODINGS.map(({ name }) => name),
): (typeof ENCODINGS)[number] | undefined {
  const accepted = new Set<string>();
  for (const item of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = item.toLowerCase().split(';');
    const isRefused = parameters.some((each) => {
      const [key = '', value] = each.split('=');
      return key.trim() === 'q' && Number(value) === 0;
    });
    if (!isRefused) accepted.add(name.trim());
  }
  return ENCODINGS.find(({ name }) => accepted.has(name) && among.includes(name));
}
