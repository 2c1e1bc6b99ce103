import type { DemoLanguage } from '../lib/language.ts';
import type { TableNames } from '../snapshot/tables.ts';
import { vocabularies } from './catalogue.ts';
import { PAYMENT_METHODS } from './payments.ts';
import { itemAt } from './random.ts';
import { TAG_LABELS } from './shop.ts';

/** What tables of the English shop are called in another language: the shop is the same in all of them. */
export function renamed(names: TableNames, language: DemoLanguage): TableNames {
  const [from, to] = [vocabularies('en'), vocabularies(language)];
  const place = (category: number) => from.findIndex(({ name }) => name === names.categories[category]);
  const shelf = (sub: number) => {
    const { category, name } = itemAt(names.subs, sub);
    const [here, there] = [itemAt(from, place(category)), itemAt(to, place(category))];
    const position = here.subs.findIndex((each) => each.name === name);
    return { here, there, hereSub: itemAt(here.subs, position), thereSub: itemAt(there.subs, position) };
  };
  return {
    categories: names.categories.map((_, category) => itemAt(to, place(category)).name),
    subs: names.subs.map(({ category }, sub) => ({ category, name: shelf(sub).thereSub.name })),
    methods: names.methods.map((name) => same(PAYMENT_METHODS.en, PAYMENT_METHODS[language], name)),
    tags: names.tags.map(({ sub, key, value }) => {
      const { here, there, hereSub, thereSub } = shelf(sub);
      const [labels, others] = [TAG_LABELS.en, TAG_LABELS[language]];
      switch (key) {
        case labels.type:
          return { sub, key: others.type, value: same(hereSub.types, thereSub.types, value) };
        case labels.use:
          return { sub, key: others.use, value: same(hereSub.functions, thereSub.functions, value) };
        case labels.brand:
          return { sub, key: others.brand, value: same(here.brands, there.brands, value) };
        default:
          return { sub, key: there.trait.key, value: same(here.trait.values, there.trait.values, value) };
      }
    }),
  };
}

/** What stands at the same place of the other list. */
function same(from: readonly string[], to: readonly string[], text: string): string {
  return itemAt(to, from.indexOf(text));
}
