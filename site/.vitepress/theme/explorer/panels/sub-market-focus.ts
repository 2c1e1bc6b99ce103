import { definePanel } from '../panel.ts';
import { focus } from '../shapes/focus.ts';

/** The key figures of a sub-category. */
export const subMarketFocus = definePanel<'subMarketFocus'>({
  ...focus,
  endpoint: 'sub-market/focus',
  level: 'sub',
});
