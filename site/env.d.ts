declare module 'virtual:chinese-endpoints' {
  import type { Page } from '../src/docs/pages.ts';

  /** Endpoints are searched by their English page, which knows their Chinese names: what those are called. */
  const chineseEndpoints: readonly Pick<Page, 'id' | 'title' | 'description'>[];
  export default chineseEndpoints;
}

declare module 'virtual:catalogue' {
  import type { BuiltPrice } from './.vitepress/theme/try-it/price-of-call.ts';
  import type { Language } from './languages.ts';

  /** Paths that are called with a key, in the order in which they are documented. */
  const catalogue: readonly {
    readonly path: string;
    readonly group: import('../src/docs/endpoint-page.ts').EndpointDoc['group'];
    readonly summary: Readonly<Record<Language, string>>;
    readonly parameters: readonly string[];
    /** None: the path is free. */
    readonly price?: BuiltPrice;
    /** The id of its page, where it has one. */
    readonly page?: string;
  }[];
  export default catalogue;
}
