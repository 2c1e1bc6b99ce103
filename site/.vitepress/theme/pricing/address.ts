/** What a plan is made of, as the page has it. */
interface Choices {
  readonly paths: ReadonlySet<string>;
  readonly often: '1' | '4' | '30';
  readonly range: 'period' | 'half' | 'year';
  readonly counts: { readonly categories: number; readonly subs: number };
}

/** More names than this nobody asks for. */
export const MOST = 1000;

const FOLDER = '/api/public/';
const USUAL: Choices = {
  paths: new Set(['trends/market', 'market/focus'].map((path) => FOLDER + path)),
  often: '4',
  range: 'period',
  counts: { categories: 1, subs: 1 },
};

/** An empty field is a text. */
export const isCount = (count: unknown) =>
  Number.isInteger(count) && Number(count) >= 1 && Number(count) <= MOST;

/** The query of an address that brings the plan back; none for the usual one. What is no count is left out. */
export function queryOf({ paths, often, range, counts }: Choices): string {
  const asked = (of: ReadonlySet<string>) =>
    [...of]
      .map((path) => path.slice(FOLDER.length))
      .sort()
      .join();
  const parts = [
    asked(paths) !== asked(USUAL.paths) && `ask=${asked(paths)}`,
    often !== USUAL.often && `often=${often}`,
    range !== USUAL.range && `range=${range}`,
    ...(['categories', 'subs'] as const).map(
      (name) => isCount(counts[name]) && counts[name] !== USUAL.counts[name] && `${name}=${counts[name]}`,
    ),
  ].filter((part) => part !== false);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** The plan of an address. What it does not say, or not rightly, is as usual. */
export function planIn(query: string): Choices {
  const given = new URLSearchParams(query);
  const asked = given.get('ask');
  const one = <Value extends string>(name: string, all: readonly Value[], usual: Value) =>
    all.find((value) => value === given.get(name)) ?? usual;
  const count = (name: 'categories' | 'subs') => {
    const number = Number(given.get(name));
    return isCount(number) ? number : USUAL.counts[name];
  };
  return {
    paths:
      asked === null
        ? USUAL.paths
        : new Set(
            asked
              .split(',')
              .filter(Boolean)
              .map((path) => FOLDER + path),
          ),
    often: one('often', ['1', '4', '30'], USUAL.often),
    range: one('range', ['period', 'half', 'year'], USUAL.range),
    counts: { categories: count('categories'), subs: count('subs') },
  };
}
