import { categoryScope, subScope, type Tables } from '../../snapshot/tables.ts';

/** Names that are shown from now on, and those that are no more: sub-categories with the category that they are in. */
export interface NamesChanged {
  readonly newNames: ShownNames;
  readonly goneNames: ShownNames;
}

interface ShownNames {
  readonly categories: readonly string[];
  readonly subCategories: readonly string[];
}

/** Names that have orders only since an import, or no longer. The first import lists none, as all of its names are new. */
export function namesChanged(before: Tables | undefined, after: Tables): NamesChanged {
  const none = { categories: [], subCategories: [] };
  if (!before) return { newNames: none, goneNames: none };
  const [earlier, later] = [shownNames(before), shownNames(after)];
  return { newNames: without(later, earlier), goneNames: without(earlier, later) };
}

function shownNames({ categories, subs, daily }: Tables): ShownNames {
  const scopes = new Set(daily.scope);
  return {
    categories: categories.filter((_, i) => scopes.has(categoryScope(i))),
    subCategories: subs
      .filter((_, i) => scopes.has(subScope(i)))
      .map(({ category, name }) => `${categories[category]} / ${name}`),
  };
}

function without(all: ShownNames, some: ShownNames): ShownNames {
  const rest = (names: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return names.filter((name) => !known.has(name)).toSorted();
  };
  return {
    categories: rest(all.categories, some.categories),
    subCategories: rest(all.subCategories, some.subCategories),
  };
}
