import { type Look, type Picture, text } from './picture.ts';

/** Figures in large type, those of one group together. */
export interface Tiles {
  readonly groups: readonly {
    readonly name: string;
    readonly label: string;
    readonly tiles: readonly Tile[];
  }[];
  /** Those that stand where there is room for a few only, by name. */
  readonly few: readonly string[];
  /** What the changes are against. */
  readonly note: string;
}

interface Tile {
  readonly name: string;
  readonly label: string;
  /** Where no group says what it counts. */
  readonly labelAlone: string;
  readonly text: string;
  readonly exact: string;
  /** It is suppressed: the text says so, and is no figure. */
  readonly isClosed?: boolean;
  readonly before?: string;
  readonly change?: number;
  readonly changeText?: string;
}

const ROW = 96;
const LABEL = 13;
const FIGURE = 22;

/** Tiles as an image; on a page they are text. */
export function tilesPicture({ groups }: Tiles, label: string, { palette, width, measure }: Look): Picture {
  const tiles = groups.flatMap((group) => group.tiles);
  // Texts are measured at 12 pixels.
  const widest = tiles.map((tile) =>
    Math.max((measure(tile.labelAlone) * LABEL) / 12, (measure(tile.exact) * FIGURE) / 12),
  );
  const columns = Math.max(1, Math.floor(width / (Math.max(...widest) + 28)));
  const shapes = tiles.flatMap(({ labelAlone, exact, isClosed, change = 0, changeText }, index) => {
    const x = (index % columns) * (width / columns);
    const y = Math.floor(index / columns) * ROW;
    const colour = change < 0 ? palette.down : change > 0 ? palette.main : palette.quiet;
    return [
      text(labelAlone, x, y + 16, palette.quiet, { 'font-size': LABEL }),
      isClosed
        ? text(exact, x, y + 44, palette.quiet, { 'font-size': LABEL })
        : text(exact, x, y + 44, palette.text, { 'font-size': FIGURE, 'font-weight': 600 }),
      ...(changeText === undefined ? [] : [text(changeText, x, y + 66, colour)]),
    ];
  });
  return { height: Math.ceil(tiles.length / columns) * ROW, shapes, stops: [], label };
}
