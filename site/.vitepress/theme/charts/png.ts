import { measureIn } from './measure.ts';
import { paletteBy } from './palette.ts';
import { type Look, type Picture, type Shape, shape, text, toSvg, wrap } from './picture.ts';

const WIDTH = 1000;
const EDGE = 28;
const ROOM = WIDTH - 2 * EDGE;
const SHARPNESS = 2;

interface Caption {
  readonly title: string;
  readonly subtitle: string;
}

interface Writing {
  readonly content: string;
  readonly size: number;
  readonly weight: number;
  readonly fill: string;
  /** At 12 pixels. */
  readonly measure: Look['measure'];
}

/** Texts one below the other, each in as many lines as it needs. */
export function captionOf(texts: readonly Writing[]): { height: number; shapes: Shape[] } {
  let y = 12;
  const shapes = texts.flatMap(({ content, size, weight, fill, measure }) =>
    wrap(content, ROOM, (line) => (measure(line) * size) / 12).map((line, nth) => {
      y += size + (nth === 0 ? 8 : 4);
      return text(line, EDGE, y, fill, { 'font-size': size, 'font-weight': weight });
    }),
  );
  return { height: y + 25, shapes };
}

/** A chart as an image with its title, drawn apart from the page so that it is as large on a phone. */
export async function toPng(draw: (look: Look) => Picture, { title, subtitle }: Caption): Promise<Blob> {
  const style = getComputedStyle(document.body);
  const font = style.fontFamily;
  // An image has no style sheet: its colours are those of the page as it is read now.
  const palette = paletteBy((name) => style.getPropertyValue(`--chart-${name}`).trim());
  const picture = draw({ palette, width: ROOM, measure: measureIn(font), id: 'png' });
  const head = captionOf([
    { content: title, size: 18, weight: 600, fill: palette.text, measure: measureIn(font, 600) },
    { content: subtitle, size: 13, weight: 400, fill: palette.quiet, measure: measureIn(font) },
  ]);
  const height = picture.height + head.height + EDGE;
  const svg = toSvg(
    [
      shape('rect', { width: WIDTH, height, fill: palette.ground }),
      ...head.shapes,
      shape('g', { transform: `translate(${EDGE} ${head.height})` }, picture.shapes),
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
