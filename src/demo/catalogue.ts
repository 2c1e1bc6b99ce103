import { CHINESE_CATEGORIES } from './catalogue-chinese.ts';
import { ENGLISH_CATEGORIES } from './catalogue-english.ts';
import { type Lifts, SEASONS, type Season } from './seasons.ts';

export type PaymentHabit = 'everyday' | 'young' | 'family' | 'tech' | 'books';
export type Basket = 'small' | 'medium' | 'large';

interface CategoryTraits {
  readonly name: string;
  /** Its share of demand in the middle of the data, in no particular unit. */
  readonly weight: number;
  /** Growth of demand in a year: 0.2 is a fifth more. */
  readonly growth: number;
  readonly payment: PaymentHabit;
  readonly basket: Basket;
  readonly lifts: Lifts;
  /** Categories that its buyers are drawn to as well. */
  readonly related: readonly string[];
}

/** A category as it is written down: lists as `a/b/c`, the most common first. */
export interface CategorySource extends CategoryTraits {
  readonly brands: string;
  readonly variants: string;
  /** A tag of its own: `key: a/b/c`. */
  readonly trait: string;
  /** A sub-category per line: `name | weight | lowest-highest price | types | functions | lifts`. */
  readonly subs: string;
}

export interface Category extends CategoryTraits {
  readonly chinese: boolean;
  readonly brands: readonly string[];
  readonly variants: readonly string[];
  readonly trait: { readonly key: string; readonly values: readonly string[] };
  readonly subs: readonly SubCategory[];
}

export interface SubCategory {
  readonly name: string;
  readonly weight: number;
  /** In whole dollars. */
  readonly lowestPrice: number;
  readonly highestPrice: number;
  readonly types: readonly string[];
  readonly functions: readonly string[];
  readonly lifts: Lifts;
}

export const CATALOGUE: readonly Category[] = [
  ...CHINESE_CATEGORIES.map((source) => readCategory(source, true)),
  ...ENGLISH_CATEGORIES.map((source) => readCategory(source, false)),
];

/** Sub-categories that end up in the same cart, `category: sub-category` on each side. */
export const BOUGHT_TOGETHER: readonly (readonly [string, string])[] = rows(`
  美妝保養: 面膜 + 美妝保養: 精華液
  美妝保養: 卸妝清潔 + 美妝保養: 彩妝
  美妝保養: 防曬 + Sports & Outdoors: Swimming
  美妝保養: 美髮護髮 + 家電: 吹風機
  美妝保養: 禮盒 + Health & Wellness: Gift Sets
  美妝保養: 精華液 + Health & Wellness: Collagen
  零食飲料: 咖啡 + Home & Living: Kitchenware
  零食飲料: 茶葉茶包 + Home & Living: Tableware
  零食飲料: 餅乾糖果 + 零食飲料: 氣泡飲料
  零食飲料: 禮盒 + 生鮮冷凍: 禮盒
  零食飲料: 氣泡飲料 + 生鮮冷凍: 烤肉組
  零食飲料: 泡麵即食 + 生鮮冷凍: 冷凍點心
  家電: 電鍋 + Home & Living: Kitchenware
  家電: 氣炸烤箱 + 生鮮冷凍: 冷凍點心
  家電: 吸塵器 + 居家清潔: 地板清潔
  家電: 電暖器 + Home & Living: Bedding
  家電: 洗衣機 + 居家清潔: 洗衣精
  母嬰用品: 尿布 + 母嬰用品: 嬰兒洗沐
  母嬰用品: 奶粉 + 母嬰用品: 哺育用品
  母嬰用品: 童裝 + Books & Stationery: Children's Books
  母嬰用品: 嬰兒食品 + Toys & Games: Building Blocks
  寵物用品: 貓糧 + 寵物用品: 貓砂
  寵物用品: 貓糧 + 寵物用品: 零食
  寵物用品: 狗糧 + 寵物用品: 外出用品
  寵物用品: 貓砂 + 家電: 空氣清淨機
  生鮮冷凍: 火鍋料 + 生鮮冷凍: 牛豬肉品
  生鮮冷凍: 烤肉組 + Sports & Outdoors: BBQ & Grill
  3C周邊: 手機殼 + 3C周邊: 螢幕保護貼
  3C周邊: 手機殼 + Consumer Electronics: Smartphones
  3C周邊: 鍵盤滑鼠 + Consumer Electronics: Laptops
  3C周邊: 儲存裝置 + Camera & Photo: Mirrorless Cameras
  3C周邊: 充電器 + 3C周邊: 線材轉接
  居家清潔: 衛生紙 + 居家清潔: 洗衣精
  居家清潔: 垃圾袋 + 居家清潔: 洗碗精
  汽機車百貨: 行車記錄器 + 3C周邊: 儲存裝置
  汽機車百貨: 安全帽 + 汽機車百貨: 雨具
  Home & Living: Storage + 居家清潔: 防蟲除濕
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
  Toys & Games: Board Games + 零食飲料: 餅乾糖果
  Camera & Photo: Lenses + Camera & Photo: Mirrorless Cameras
  Camera & Photo: Instant Cameras + Camera & Photo: Accessories
`).map((row) => {
  const [one = '', other = ''] = row.split(' + ');
  return [one, other];
});

function readCategory(source: CategorySource, chinese: boolean): Category {
  const [key = '', values = ''] = source.trait.split(': ');
  return {
    ...source,
    chinese,
    brands: source.brands.split('/'),
    variants: source.variants.split('/'),
    trait: { key, values: values.split('/') },
    subs: rows(source.subs).map(readSub),
  };
}

function readSub(row: string): SubCategory {
  const [name = '', weight, prices = '', types = '', functions = '', lifts = ''] = row.split(' | ');
  const [lowest, highest] = prices.split('-');
  return {
    name,
    weight: Number(weight),
    lowestPrice: Number(lowest),
    highestPrice: Number(highest),
    types: types.split('/'),
    functions: functions.split('/'),
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
