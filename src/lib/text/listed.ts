import { printable } from './printable.ts';

const SHOWN = 8;
const SHOWN_CHARACTERS = 40;

/** The first of some names, each as it would stand in JSON and cut where it is long. */
export function listed(names: readonly string[], most = SHOWN): string {
  return names.slice(0, most).map(quoted).join(', ') + (names.length > most ? ', …' : '');
}

function quoted(name: string): string {
  const characters = [...name];
  const isLong = characters.length > SHOWN_CHARACTERS;
  return printable(JSON.stringify(isLong ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : name));
}
