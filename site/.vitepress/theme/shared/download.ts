import { type Table, toCsv } from './csv.ts';

/** Hands a file to the browser. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after this turn; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The mark in front tells spreadsheets that it is UTF-8, which Chinese names need. */
export function downloadCsv(name: string, table: Table): void {
  download(name, new Blob(['\uFEFF', toCsv(table)], { type: 'text/csv;charset=utf-8' }));
}
