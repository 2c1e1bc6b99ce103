declare module 'virtual:titles' {
  import type { Page } from '../src/docs/pages.ts';

  /** Titles of pages in other languages: endpoints are searched by their English page. */
  const titles: readonly Pick<Page, 'id' | 'title' | 'description'>[];
  export default titles;
}
