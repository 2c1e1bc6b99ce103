import { measureIn } from './measure.ts';
import { paletteBy } from './palette.ts';
import { type Look, type Picture, shape, text, toSvg } from './picture.ts';

const WIDTH = 1000;
const HEAD = 84;
const EDGE = 28;
const SHARPNESS = 2;

export interface Caption {
  readonly title: string;
  readonly subtitle: string;
}

/** A chart as an image with its title, drawn apart from the page so that it is as large on a phone. */
export async function toPng(draw: (look: Look) => Picture, { title, subtitle }: Caption): Promise<Blob> {
  const style = getComputedStyle(document.body);
  const font = style.fontFamily;
  // An image has no style sheet: its colours are those of the page as it is read now.
  const palette = paletteBy((name) => style.getPropertyValue(`--chart-${name}`).trim());
  const picture = draw({ palette, width: WIDTH - 2 * EDGE, measure: measureIn(font), id: 'png' });
  const height = picture.height + HEAD + EDGE;
  const svg = toSvg(
    [
      shape('rect', { width: WIDTH, height, fill: palette.ground }),
      text(title, EDGE, 38, palette.text, { 'font-size': 18, 'font-weight': 600 }),
      text(subtitle, EDGE, 60, palette.quiet, { 'font-size': 13 }),
      shape('g', { transform: `translate(${EDGE} ${HEAD})` }, picture.shapes),
    ],
    { width: WIDTH, height },
    font,
  );
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * SHARPNESS;
  canvas.height = height * SHARPNESS;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
  });
}
