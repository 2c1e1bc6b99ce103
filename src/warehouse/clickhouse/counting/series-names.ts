import {
  categoryScope,
  type ScopeId,
  type SubName,
  subScope,
  type TableNames,
  type Tag,
  WHOLE,
} from '../../../snapshot/tables.ts';

/** Names by number. Those of the version before keep theirs, and new ones come after them, in order. */
export class SeriesNames {
  readonly #categories: string[];
  readonly #subs: SubName[];
  readonly #methods: string[];
  readonly #tags: Tag[];
  readonly #numbers = new Map<string, number>();

  constructor(before: TableNames | undefined) {
    this.#categories = [...(before?.categories ?? [])];
    this.#subs = [...(before?.subs ?? [])];
    this.#methods = [...(before?.methods ?? [])];
    this.#tags = [...(before?.tags ?? [])];
    for (const [i, name] of this.#categories.entries()) this.#numbers.set(key('category', name), i);
    for (const [i, name] of this.#methods.entries()) this.#numbers.set(key('method', name), i);
    for (const [i, { category, name }] of this.#subs.entries())
      this.#numbers.set(key('sub', category, name), i);
    for (const [i, tag] of this.#tags.entries())
      this.#numbers.set(key('tag', tag.sub, `${tag.key}=${tag.value}`), i);
  }

  /** The lists as they are now. */
  get lists(): TableNames {
    return { categories: this.#categories, subs: this.#subs, methods: this.#methods, tags: this.#tags };
  }

  category(name: string): number {
    return this.#number(key('category', name), this.#categories, () => name);
  }

  sub(categoryName: string, name: string): number {
    const category = this.category(categoryName);
    return this.#number(key('sub', category, name), this.#subs, () => ({ category, name }));
  }

  /** An empty name stands for all: no category or sub-category has one. */
  scope(category: string, sub: string): ScopeId {
    if (category === '') return WHOLE;
    return sub === '' ? categoryScope(this.category(category)) : subScope(this.sub(category, sub));
  }

  method(name: string): number {
    return this.#number(key('method', name), this.#methods, () => name);
  }

  /** A tag is written as key=value, and its key holds no `=`. */
  tag(sub: number, text: string): number {
    const at = text.indexOf('=');
    return this.#number(key('tag', sub, text), this.#tags, () => ({
      sub,
      key: text.slice(0, at),
      value: text.slice(at + 1),
    }));
  }

  #number<T>(name: string, list: T[], make: () => T): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, list.length);
    return list.push(make()) - 1;
  }
}

function key(...parts: readonly (string | number)[]): string {
  return parts.join('\0');
}

/** The names in rows, each once and in order. */
export function inOrder(rows: readonly { readonly texts: readonly string[] }[]): (readonly string[])[] {
  const keyed = new Map(rows.map(({ texts }) => [texts.join('\0'), texts]));
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, texts]) => texts);
}
