/** The colours of charts. Every one stands out from its ground: text by 4.5 to 1, shapes by 3 to 1. */
export interface Palette {
  readonly ground: string;
  readonly text: string;
  readonly quiet: string;
  readonly grid: string;
  readonly axis: string;
  /** The one accent. */
  readonly main: string;
  readonly area: string;
  /** The same thing at another time. */
  readonly compared: string;
  /** Other names in the same chart: hues of their own, which their labels are written in. */
  readonly others: readonly string[];
  readonly down: string;
  readonly hatch: string;
  /** Parts of a stack, the largest first. */
  readonly stack: readonly string[];
}

/** The same colours by their names in the style sheet, which has those of light and dark. */
export function paletteBy(colour: (name: string) => string): Palette {
  return {
    ground: colour('ground'),
    text: colour('text'),
    quiet: colour('quiet'),
    grid: colour('grid'),
    axis: colour('axis'),
    main: colour('main'),
    area: colour('area'),
    compared: colour('compared'),
    others: [1, 2, 3].map((nth) => colour(`other-${nth}`)),
    down: colour('down'),
    hatch: colour('hatch'),
    stack: [1, 2, 3, 4, 5].map((nth) => colour(`stack-${nth}`)),
  };
}

/** For a page: it is drawn before it is known whether it is read in light or dark. */
export const PALETTE = paletteBy((name) => `var(--chart-${name})`);
