/** A blank stands where a Chinese text meets a Latin name or a figure. */
export function spaced(texts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return values.reduce<string>(
    (text, value, i) => join(join(text, String(value)), texts[i + 1] ?? ''),
    texts[0] ?? '',
  );
}

function join(before: string, after: string): string {
  const meets =
    (/\p{Script=Han}$/u.test(before) && /^[A-Za-z0-9]/.test(after)) ||
    (/[A-Za-z0-9]$/.test(before) && /^\p{Script=Han}/u.test(after));
  return `${before}${meets ? ' ' : ''}${after}`;
}
