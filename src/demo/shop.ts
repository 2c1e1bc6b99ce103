import type { DemoLanguage } from '../lib/language.ts';
import { BOUGHT_TOGETHER, CATALOGUE, type SubCategory, type Vocabulary, vocabularies } from './catalogue.ts';
import { below, heavyRank, itemAt, pick, pickEarly, type Random } from './random.ts';

/** A sub-category with its place in the shop. */
export interface Shelf {
  readonly sub: SubCategory;
  /** Index into `CATALOGUE`. */
  readonly category: number;
  /** Best sellers first. */
  readonly products: readonly Product[];
  /** Shelves whose products share its carts: indexes into the shop. */
  readonly partners: readonly number[];
}

export interface Product {
  /** The columns of an order line from `category` to `tags`, each followed by its comma. */
  readonly columns: string;
  /** In whole dollars. */
  readonly price: number;
  readonly mainSeller: string;
  readonly otherSeller: string;
}

const MERCHANTS = 420;

/** All shelves, those of a category side by side. The language changes what things are called, and nothing else. */
export function stockShop(random: Random, language: DemoLanguage): Shelf[] {
  const words = vocabularies(language);
  const sellers = sellersByCategory(random);
  let lastId = 10_000;
  const shelves = CATALOGUE.flatMap((category, index) =>
    category.subs.map((sub, position) => {
      const here = itemAt(sellers, index);
      const names = new Set<string>();
      const vocabulary = itemAt(words, index);
      const place = [vocabulary.name, itemAt(vocabulary.subs, position).name];
      const assortment = 15 + Math.floor(3 * sub.weight) + below(random, 15);
      const products = Array.from({ length: assortment }, (_, rank): Product => {
        const { name, tags } = nameProduct(random, vocabulary, position, language, names);
        lastId += 1 + below(random, 9);
        return {
          columns: [...place, `P${lastId}`, name, tags, ''].join(','),
          price: shelfPrice(random, sub),
          // Going round gives even the smallest merchant something to sell.
          mainSeller: itemAt(here, (lastId + rank) % here.length),
          otherSeller: itemAt(here, heavyRank(random, here.length, 20)),
        };
      });
      return { sub, category: index, products };
    }),
  );
  const partners = partnersByShelf();
  return shelves.map((shelf, position) => ({ ...shelf, partners: itemAt(partners, position) }));
}

function partnersByShelf(): number[][] {
  const names = CATALOGUE.flatMap(({ name, subs }) => subs.map((sub) => `${name}: ${sub.name}`));
  const partners = names.map((): number[] => []);
  const positionOf = (name: string) => {
    const position = names.indexOf(name);
    if (position < 0) throw new RangeError(`no sub-category ${name}`);
    return position;
  };
  for (const pair of BOUGHT_TOGETHER) {
    const [one, other] = [positionOf(pair[0]), positionOf(pair[1])];
    itemAt(partners, one).push(other);
    itemAt(partners, other).push(one);
  }
  return partners;
}

/** The merchants of each category, each merchant in one to three categories that suit each other. */
function sellersByCategory(random: Random): string[][] {
  const sellers = CATALOGUE.map((): string[] => []);
  for (let merchant = 0; merchant < MERCHANTS; merchant++) {
    const id = `S${1001 + merchant * 7}`;
    const home = merchant % CATALOGUE.length;
    const chosen = new Set([home]);
    for (let more = below(random, 3); more > 0; more--) {
      chosen.add(pick(random, itemAt(CATALOGUE, home).related));
    }
    for (const category of chosen) itemAt(sellers, category).push(id);
  }
  return sellers;
}

/** How tags are called, and what stands between the words of a product's name. */
export const TAG_LABELS = {
  en: { type: 'type', use: 'function', brand: 'brand', space: ' ' },
  'zh-TW': { type: '類型', use: '功能', brand: '品牌', space: '' },
} as const;

function nameProduct(
  random: Random,
  category: Vocabulary,
  position: number,
  language: DemoLanguage,
  taken: Set<string>,
) {
  const sub = itemAt(category.subs, position);
  const label = TAG_LABELS[language];
  for (;;) {
    const brand = pickEarly(random, category.brands);
    const use = pickEarly(random, sub.functions);
    const type = pickEarly(random, sub.types);
    const variant = random() < 0.7 ? ` ${pick(random, category.variants)}` : '';
    const name = `${brand} ${use}${label.space}${type}${variant}`;
    if (taken.has(name)) continue;
    taken.add(name);
    const { key, values } = category.trait;
    const tags: string[] = [];
    if (random() < 0.75) tags.push(`${label.type}=${type}`);
    if (random() < 0.6) tags.push(`${label.use}=${use}`);
    if (random() < 0.35) tags.push(`${label.brand}=${brand}`);
    if (tags.length < 3 && random() < 0.3) tags.push(`${key}=${pickEarly(random, values)}`);
    return { name, tags: tags.join(';') };
  }
}

/** Between lowest and highest on a logarithmic scale, most of them low, ending in 9 or 90 as prices do. */
function shelfPrice(random: Random, sub: SubCategory): number {
  const level = (random() + random()) * 0.5;
  const price = sub.lowestPrice * (sub.highestPrice / sub.lowestPrice) ** (level ** 1.3);
  if (price < 100) return Math.round(price);
  const step = price < 1000 ? 10 : 100;
  return Math.round(price / step) * step - (price < 1000 ? 1 : 10);
}
