import type { Box } from './picture.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 12;

/**
 * Where a tip stands: beside what it tells about, otherwise above or below it, in the first of the rooms that has a place
 * for it. All are measured from the same corner.
 */
export function tipPlace(about: Box, tip: Size, rooms: readonly Box[]): { left: number; top: number } {
  const middle = about.x + about.width / 2;
  const within = (from: number, to: number, value: number) => Math.max(from, Math.min(to, value));
  const found = rooms.flatMap((room) => {
    const left = within(room.x, room.x + room.width - tip.width, middle - tip.width / 2);
    const top = within(room.y, room.y + room.height - tip.height, about.y);
    const sides = [
      { left: about.x + about.width + GAP, top },
      { left: about.x - GAP - tip.width, top },
    ];
    if (middle > room.x + room.width / 2) sides.reverse();
    const places = [
      ...sides,
      { left, top: about.y - GAP - tip.height },
      { left, top: about.y + about.height + GAP },
    ];
    return places.filter(
      (place) =>
        place.left >= room.x &&
        place.left + tip.width <= room.x + room.width &&
        place.top >= room.y &&
        place.top + tip.height <= room.y + room.height,
    );
  });
  return found[0] ?? { left: 0, top: about.y + about.height + GAP };
}
