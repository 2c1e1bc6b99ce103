import type { Figures } from './answers.ts';
import type { View } from './view.ts';

/** Where a click on a bar leads: from the market to a category, from a category to a sub-category. */
export function whereTo(figures: Figures, name: string | undefined): Partial<View> | undefined {
  if (name === undefined) return undefined;
  const others = { others: [] };
  switch (figures.kind) {
    case 'growth':
      return { level: 'category', category: name, sub: '', ...others };
    case 'ranking':
      return 'category' in figures.data
        ? { level: 'sub', category: figures.data.category, sub: name, ...others }
        : { level: 'category', category: name, sub: '', ...others };
    case 'multiples': {
      const found = figures.others.find((one) => one.name === name);
      return found && 'category' in found.data
        ? { level: 'sub', category: found.data.category, sub: name, ...others }
        : undefined;
    }
    case 'related': {
      const item = figures.data.items.find(({ subCategory }) => subCategory === name);
      return item && { level: 'sub', category: item.category, sub: item.subCategory, ...others };
    }
    default:
      return undefined;
  }
}
