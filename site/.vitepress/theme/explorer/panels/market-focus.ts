import { definePanel } from '../panel.ts';
import { focus } from '../shapes/focus.ts';

/** The key figures of a category. */
export const marketFocus = definePanel<'marketFocus'>({
  ...focus,
  endpoint: 'market/focus',
  level: 'category',
});
