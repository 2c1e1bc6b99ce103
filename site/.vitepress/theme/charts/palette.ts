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

export const LIGHT: Palette = {
  ground: '#ffffff',
  text: '#1d2526',
  quiet: '#566062',
  grid: '#eceeed',
  axis: '#c9cfcd',
  main: '#0d7d77',
  area: '#0d7d7714',
  compared: '#4f9c97',
  others: ['#3b5bc4', '#a35a00', '#a8327e'],
  down: '#b8533a',
  hatch: '#8a949466',
  stack: ['#0b6b66', '#4a9a94', '#1d2526', '#566062', '#889394'],
};

export const DARK: Palette = {
  ground: '#16191a',
  text: '#e3e8e6',
  quiet: '#a9b3b1',
  grid: '#252a2a',
  axis: '#414847',
  main: '#4db8ad',
  area: '#4db8ad1f',
  compared: '#3a8f87',
  others: ['#8fa8ff', '#e3b15f', '#ee8fc4'],
  down: '#e28a6c',
  hatch: '#8b969466',
  stack: ['#4db8ad', '#2f8a82', '#eef2f0', '#9fa9a7', '#5e6967'],
};
