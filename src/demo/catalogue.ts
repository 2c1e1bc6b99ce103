import type { DemoLanguage } from '../lib/language.ts';
import { EVERYDAY_CATEGORIES } from './categories-everyday.ts';
import { LIFESTYLE_CATEGORIES } from './categories-lifestyle.ts';
import type { CategorySource, CategoryTraits, CategoryWords } from './category-source.ts';
import { type Lifts, SEASONS, type Season } from './seasons.ts';
import { CHINESE_WORDS } from './words-chinese.ts';

/** A category as it sells: the same in every language. */
interface Category extends Omit<CategoryTraits, 'related'> {
  readonly name: string;
  /** Indexes into `CATALOGUE`. */
  readonly related: readonly number[];
  readonly subs: readonly SubCategory[];
}

export interface SubCategory {
  readonly name: string;
  readonly weight: number;
  /** In whole dollars. */
  readonly lowestPrice: number;
  readonly highestPrice: number;
  readonly lifts: Lifts;
}

/** The words of a category, as products are named with them. */
export interface Vocabulary {
  readonly name: string;
  readonly brands: readonly string[];
  readonly variants: readonly string[];
  readonly trait: { readonly key: string; readonly values: readonly string[] };
  readonly subs: readonly {
    readonly name: string;
    readonly types: readonly string[];
    readonly functions: readonly string[];
  }[];
}

const SOURCES: readonly CategorySource[] = [...EVERYDAY_CATEGORIES, ...LIFESTYLE_CATEGORIES];

export const CATALOGUE: readonly Category[] = SOURCES.map((source) => ({
  ...source,
  related: source.related.map((related) => SOURCES.findIndex(({ name }) => name === related)),
  subs: rows(source.subs).map(readSub),
}));

/** The words of every category of the catalogue, in its order. */
export function vocabularies(language: DemoLanguage): Vocabulary[] {
  return VOCABULARIES[language]();
}

const VOCABULARIES: Readonly<Record<DemoLanguage, () => Vocabulary[]>> = {
  en: () =>
    SOURCES.map((source) =>
      readWords(source, ([name, _weight, _prices, types, functions]) => [name, types, functions]),
    ),
  'zh-TW': () => CHINESE_WORDS.map((words) => readWords(words, (row) => row)),
};

/** Sub-categories that end up in the same cart, `category: sub-category` on each side. */
export const BOUGHT_TOGETHER: readonly (readonly [string, string])[] = rows(`
  Beauty & Skincare: Face Masks + Beauty & Skincare: Serums
  Beauty & Skincare: Cleansers + Beauty & Skincare: Make-up
  Beauty & Skincare: Sun Care + Sports & Outdoors: Swimming
  Beauty & Skincare: Hair Care + Home Appliances: Hair Dryers
  Beauty & Skincare: Gift Sets + Health & Wellness: Gift Sets
  Beauty & Skincare: Serums + Health & Wellness: Collagen
  Snacks & Drinks: Coffee + Home & Living: Kitchenware
  Snacks & Drinks: Tea + Home & Living: Tableware
  Snacks & Drinks: Biscuits & Sweets + Snacks & Drinks: Soft Drinks
  Snacks & Drinks: Gift Sets + Fresh & Frozen Food: Gift Sets
  Snacks & Drinks: Soft Drinks + Fresh & Frozen Food: Barbecue Sets
  Snacks & Drinks: Instant Food + Fresh & Frozen Food: Frozen Snacks
  Home Appliances: Rice Cookers + Home & Living: Kitchenware
  Home Appliances: Air Fryers & Ovens + Fresh & Frozen Food: Frozen Snacks
  Home Appliances: Vacuum Cleaners + Household Cleaning: Floor Care
  Home Appliances: Heaters + Home & Living: Bedding
  Home Appliances: Washing Machines + Household Cleaning: Laundry
  Mother & Baby: Nappies + Mother & Baby: Baby Bath
  Mother & Baby: Milk Formula + Mother & Baby: Feeding
  Mother & Baby: Children's Clothing + Books & Stationery: Children's Books
  Mother & Baby: Baby Food + Toys & Games: Building Blocks
  Pet Supplies: Cat Food + Pet Supplies: Cat Litter
  Pet Supplies: Cat Food + Pet Supplies: Treats
  Pet Supplies: Dog Food + Pet Supplies: Outdoor
  Pet Supplies: Cat Litter + Home Appliances: Air Purifiers
  Fresh & Frozen Food: Hot Pot + Fresh & Frozen Food: Meat
  Fresh & Frozen Food: Barbecue Sets + Sports & Outdoors: BBQ & Grill
  Phone & PC Accessories: Phone Cases + Phone & PC Accessories: Screen Protectors
  Phone & PC Accessories: Phone Cases + Consumer Electronics: Smartphones
  Phone & PC Accessories: Keyboards & Mice + Consumer Electronics: Laptops
  Phone & PC Accessories: Storage Devices + Camera & Photo: Mirrorless Cameras
  Phone & PC Accessories: Chargers + Phone & PC Accessories: Cables & Adapters
  Household Cleaning: Tissue Paper + Household Cleaning: Laundry
  Household Cleaning: Bin Bags + Household Cleaning: Dishwashing
  Car & Motorcycle: Dash Cams + Phone & PC Accessories: Storage Devices
  Car & Motorcycle: Helmets + Car & Motorcycle: Rain Gear
  Home & Living: Storage + Household Cleaning: Pest & Damp Control
  Consumer Electronics: Game Consoles + Consumer Electronics: Monitors
  Women's Fashion: Tops + Women's Fashion: Bottoms
  Women's Fashion: Dresses + Women's Fashion: Accessories
  Men's Fashion: T-Shirts + Men's Fashion: Underwear
  Sports & Outdoors: Camping + Sports & Outdoors: Hiking
  Sports & Outdoors: Yoga & Fitness + Health & Wellness: Protein
  Sports & Outdoors: Running + Consumer Electronics: Smart Watches
  Books & Stationery: Notebooks + Books & Stationery: Pens
  Books & Stationery: Comics + Toys & Games: Figures
  Health & Wellness: Vitamins + Health & Wellness: Probiotics
  Toys & Games: Board Games + Snacks & Drinks: Biscuits & Sweets
  Camera & Photo: Lenses + Camera & Photo: Mirrorless Cameras
  Camera & Photo: Instant Cameras + Camera & Photo: Accessories
`).map((row) => {
  const [one = '', other = ''] = row.split(' + ');
  return [one, other];
});

/** `wordsOf` gives the name, the types and the functions in the row of a sub-category. */
function readWords(
  { name, brands, variants, trait, subs }: CategoryWords,
  wordsOf: (row: readonly string[]) => readonly (string | undefined)[],
): Vocabulary {
  const [key = '', values = ''] = trait.split(': ');
  return {
    name,
    brands: brands.split('/'),
    variants: variants.split('/'),
    trait: { key, values: values.split('/') },
    subs: rows(subs).map((row) => {
      const [sub = '', types = '', functions = ''] = wordsOf(row.split(' | '));
      return { name: sub, types: types.split('/'), functions: functions.split('/') };
    }),
  };
}

function readSub(row: string): SubCategory {
  const [name = '', weight, prices = '', , , lifts = ''] = row.split(' | ');
  const [lowest, highest] = prices.split('-');
  return {
    name,
    weight: Number(weight),
    lowestPrice: Number(lowest),
    highestPrice: Number(highest),
    lifts: lifts === '' ? {} : Object.fromEntries(lifts.split(', ').map(readLift)),
  };
}

function readLift(text: string): [Season, number] {
  const [name, lift] = text.split(' ');
  const season = SEASONS.find((known) => known === name);
  if (season === undefined) throw new RangeError(`no season named ${name}`);
  return [season, Number(lift)];
}

function rows(text: string): string[] {
  return text.trim().split(/\n\s*/);
}
