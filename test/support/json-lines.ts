/** What a command with `--json` printed as a list: one object per line. */
export function jsonLines<Row>(printed: string): Row[] {
  return printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
