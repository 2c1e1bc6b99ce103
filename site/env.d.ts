declare module 'virtual:docs' {
  import type { EndpointDoc } from '../src/docs/endpoint-page.ts';
  import type { Page } from '../src/docs/pages.ts';

  const docs: {
    readonly pages: readonly Page[];
    readonly endpoints: readonly EndpointDoc[];
    /** Endpoints are searched by their English page, which knows their Chinese names. */
    readonly chineseEndpoints: readonly Pick<Page, 'id' | 'title' | 'description'>[];
  };
  export default docs;
}

declare module 'virtual:catalogue' {
  import type { BuiltPrice } from './.vitepress/theme/try-it/price-of-call.ts';

  /** Paths that are called with a key, in the order in which they are documented. */
  const catalogue: readonly {
    readonly path: string;
    readonly group: string;
    readonly en: string;
    readonly zh: string;
    readonly parameters: readonly string[];
    /** None: the path is free. */
    readonly price?: BuiltPrice;
    /** The id of its page, where it has one. */
    readonly page?: string;
  }[];
  export default catalogue;
}
