declare module 'virtual:titles' {
  import type { Page } from '../src/docs/pages.ts';

  /** Endpoints are searched by their English page, which knows their names in other languages: what those are called. */
  const titles: readonly Pick<Page, 'id' | 'title' | 'description'>[];
  export default titles;
}
