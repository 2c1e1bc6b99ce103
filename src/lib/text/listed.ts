import { printable } from './printable.ts';

const SHOWN = 8;
const SHOWN_CHARACTERS = 40;

/** The first of some names, each as it would stand in JSON and cut where it is long; `A / B` in both of its parts. */
export function listed(names: readonly string[], most = SHOWN): string {
  return names.slice(0, most).map(quoted).join(', ') + (names.length > most ? ', …' : '');
}

function quoted(name: string): string {
  const [above = '', ...below] = name.split(' / ');
  const parts = below.length > 0 ? [above, below.join(' / ')] : [above];
  return printable(JSON.stringify(parts.map(cut).join(' / ')));
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : text;
}
