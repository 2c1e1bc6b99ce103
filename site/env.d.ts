declare module 'virtual:docs' {
  import type { EndpointDoc } from '../src/docs/endpoint-page.ts';
  import type { Page } from '../src/docs/pages.ts';

  const docs: { readonly pages: readonly Page[]; readonly endpoints: readonly EndpointDoc[] };
  export default docs;
}
