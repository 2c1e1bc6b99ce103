import type { Box } from './picture.ts';

const GAP = 12;

/**
 * Where a tip of this size stands: beside what it tells about, otherwise above or below it, and inside the card. All are
 * measured from the same corner.
 */
export function tipPlace(
  about: Box,
  tip: { readonly width: number; readonly height: number },
  card: Box,
): { readonly left: number; readonly top: number } {
  const right = card.x + card.width;
  const bottom = card.y + card.height;
  const within = (from: number, to: number, value: number) => Math.max(from, Math.min(to, value));
  const left = within(card.x, right - tip.width, about.x + about.width / 2 - tip.width / 2);
  const top = within(card.y, bottom - tip.height, about.y);
  const isLeftHalf = about.x + about.width / 2 <= card.x + card.width / 2;
  const onRight = { left: about.x + about.width + GAP, top };
  const onLeft = { left: about.x - GAP - tip.width, top };
  const above = { left, top: about.y - GAP - tip.height };
  const below = { left, top: about.y + about.height + GAP };
  const sides = isLeftHalf ? [onRight, onLeft] : [onLeft, onRight];
  const fits = (place: { left: number; top: number }) =>
    place.left >= card.x &&
    place.left + tip.width <= right &&
    place.top >= card.y &&
    place.top + tip.height <= bottom;
  return [...sides, above, below].find(fits) ?? { left, top: bottom - tip.height };
}
