import { fit, type Look, type Picture, shape, text } from './picture.ts';

const GAP = 24;
const NARROWEST = 300;

/** Several small pictures in one image, each under its name; on a page each is a chart of its own. */
export function sideBySide(
  parts: readonly { readonly name: string; draw(look: Look): Picture }[],
  label: string,
  look: Look,
): Picture {
  const { palette, width, measure, id } = look;
  const columns = Math.max(1, Math.floor(width / NARROWEST));
  const room = (width - GAP * (columns - 1)) / columns;
  const all = parts.map(({ name, draw }, nth) => ({
    name,
    picture: draw({ ...look, width: room, id: `${id}-${nth}` }),
  }));
  const row = Math.max(0, ...all.map(({ picture }) => picture.height)) + 40;
  const shapes = all.map(({ name, picture }, nth) => {
    const [x, y] = [(nth % columns) * (room + GAP), Math.floor(nth / columns) * row];
    return shape('g', { transform: `translate(${x} ${y})` }, [
      text(fit(name, room, measure), 0, 14, palette.text, { 'font-size': 13, 'font-weight': 600 }),
      shape('g', { transform: 'translate(0 22)' }, picture.shapes),
    ]);
  });
  return { height: Math.ceil(all.length / columns) * row, shapes, stops: [], label };
}
