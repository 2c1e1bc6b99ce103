declare module 'virtual:chinese-endpoints' {
  import type { Page } from '../src/docs/pages.ts';

  /** Endpoints are searched by their English page, which knows their Chinese names: what those are called. */
  const chineseEndpoints: readonly Pick<Page, 'id' | 'title' | 'description'>[];
  export default chineseEndpoints;
}
