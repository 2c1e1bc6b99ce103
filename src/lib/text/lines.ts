/** The lines of a text. What is false, null or undefined is not said; an empty text is an empty line. */
export function linesOf(
  ...said: readonly (string | readonly string[] | false | null | undefined)[]
): string[] {
  return said.flatMap((each) => (each === false || each == null ? [] : each));
}
