/** What is added to the name of a refused file for the list of what is wrong with it. */
export const REJECTS_SUFFIX = '.rejects.csv';

const DATA_FILE = /^(?<stem>[^.].*?)(?<suffix>\.parquet|\.(?:csv|ndjson|jsonl|json)(?:\.gz)?)$/i;

/** Whether a file in a folder is one to import, by its name. */
export function isDataFile(name: string): boolean {
  return DATA_FILE.test(name) && !name.toLowerCase().endsWith(REJECTS_SUFFIX);
}

/** Another name for the same file, cut to so many bytes: `orders.csv.gz` becomes `orders-2.csv.gz`. */
export function numberedName(name: string, number: number, mostBytes: number): string {
  const { stem = name, suffix = '' } = DATA_FILE.exec(name)?.groups ?? {};
  const end = number === 1 ? suffix : `-${number}${suffix}`;
  return `${cut(stem, mostBytes - Buffer.byteLength(end))}${end}`;
}

/** As many characters as fit. */
function cut(text: string, mostBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(mostBytes));
  return text.slice(0, read);
}
