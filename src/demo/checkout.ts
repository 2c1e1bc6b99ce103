import type { DemoLanguage } from '../lib/language.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Basket } from './category-source.ts';
import type { DayDemand } from './demand.ts';
import { type Members, memberId } from './members.ts';
import { PAYMENT_METHODS, pickPayment } from './payments.ts';
import { itemAt, pick, pickEarly, pickWeighted, type Random, runningTotals } from './random.ts';
import type { Product, Shelf } from './shop.ts';

const GUESTS = 0.12;
/** Orders that start on a shelf their member is known for. */
const LOYAL = 0.88;
const SPLIT_PAYMENTS = 0.03;
const BLANK_MERCHANTS = 0.015;

/** How many lines an order has: weights of 1, 2, 3… */
const BASKETS: Record<Basket, Float64Array> = {
  small: runningTotals([66, 22, 8, 3, 1]),
  medium: runningTotals([46, 28, 13, 8, 3.5, 1.5]),
  large: runningTotals([34, 27, 18, 11, 6.5, 3.5]),
};

/** Turns a day's demand into orders. The cart is kept between orders so that filling it allocates nothing. */
export class Checkout {
  readonly #random: Random;
  readonly #shop: readonly Shelf[];
  readonly #members: Members;
  readonly #products: Product[] = [];
  readonly #cents: number[] = [];
  readonly #methodColumns: readonly string[];

  constructor(random: Random, shop: readonly Shelf[], members: Members, language: DemoLanguage) {
    this.#methodColumns = PAYMENT_METHODS[language].map((method) => `,${method},`);
    this.#random = random;
    this.#shop = shop;
    this.#members = members;
  }

  /** The lines of one order, each of which starts with `head`. */
  order(head: string, demand: DayDemand, joined: number): string {
    const random = this.#random;
    const first = pickWeighted(random, demand.totals);
    const shelf = itemAt(this.#shop, first);
    const { basket, payment } = itemAt(CATALOGUE, shelf.category);
    const member = random() < GUESTS ? undefined : this.#buyer(first, joined);
    const size = 1 + pickWeighted(random, BASKETS[basket]);
    let cents = 0;
    for (let line = 0; line < size; line++) {
      const from = line === 0 ? shelf : itemAt(this.#shop, this.#nextShelf(first, member, demand));
      const product = pickEarly(random, from.products);
      const paid = this.#pay(product.price, demand.sale);
      this.#products[line] = product;
      this.#cents[line] = paid;
      cents += paid;
    }
    const method = pickPayment(random, payment, cents / 100);
    const split = size > 1 && random() < SPLIT_PAYMENTS;
    const secondMethod = split ? pickPayment(random, payment, cents / 200) : method;
    const tail = member === undefined ? ',\n' : `,${memberId(member)}\n`;
    let lines = '';
    for (let line = 0; line < size; line++) {
      const product = itemAt(this.#products, line);
      lines +=
        head +
        product.columns +
        dollarText(this.#cents[line] ?? 0) +
        itemAt(this.#methodColumns, line === 0 ? method : secondMethod) +
        this.#merchant(product) +
        tail;
    }
    return lines;
  }

  #buyer(shelf: number, joined: number): number {
    return this.#random() < LOYAL ? this.#members.buyer(shelf, joined) : this.#members.anyone(joined);
  }

  /** Where the cart goes next: the same shelf, what goes with it, or something else the member cares for. */
  #nextShelf(first: number, member: number | undefined, demand: DayDemand): number {
    const random = this.#random;
    const choice = random();
    if (choice < 0.2) return first;
    if (choice > 0.92) return pickWeighted(random, demand.totals);
    const { partners } = itemAt(this.#shop, first);
    const interests = member === undefined ? partners : this.#members.interests(member);
    if (interests.length === 0) return first;
    const one = choice < 0.5 && partners.length > 0 ? pick(random, partners) : pick(random, interests);
    const other = pick(random, interests);
    // Of two candidates the one in demand wins, so that carts follow the seasons as well.
    const demandForOne = demandFor(one, demand.totals);
    const demandForBoth = demandForOne + demandFor(other, demand.totals);
    return random() * demandForBoth < demandForOne ? one : other;
  }

  #pay(price: number, sale: number): number {
    const random = this.#random;
    const several = price < 600 ? random() : 0;
    const dollars = price * (several < 0.8 ? 1 : several < 0.94 ? 2 : 3);
    const luck = random();
    if (luck < 0.15 + 0.6 * sale) return Math.round(dollars * (0.8 + 0.15 * random())) * 100;
    // An order's coupon is shared out among its lines to the cent.
    if (luck > 0.95) return Math.round(dollars * (90 + 10 * random()));
    return dollars * 100;
  }

  #merchant(product: Product): string {
    const luck = this.#random();
    if (luck < BLANK_MERCHANTS) return '';
    return luck < 0.7 ? product.mainSeller : product.otherSeller;
  }
}

const CENT_TEXTS = Array.from({ length: 100 }, (_, cents) => `.${String(cents).padStart(2, '0')}`);

function dollarText(cents: number): string {
  const rest = cents % 100;
  return rest === 0 ? `${cents / 100}` : `${(cents - rest) / 100}${CENT_TEXTS[rest]}`;
}

function demandFor(shelf: number, totals: Float64Array): number {
  return (totals[shelf] ?? 0) - (totals[shelf - 1] ?? 0);
}
