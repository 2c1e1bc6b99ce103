import type { Plugin } from 'vitepress';

/** Parts of the theme that no page here has: its own home page, advertisements, teams, social links, another search. */
const UNUSED =
  /theme-default\/.*\/(VP(Home|Hero|Features?|Team|Sponsors|CarbonAds|DocAside(Sponsors|CarbonAds)|SocialLink|Nav(Bar|Screen)SocialLinks|AlgoliaSearchBox)\w*\.vue|(vp-sponsor|custom-block)\.css)$|@docsearch\/css\/.*\.css$/;

/** A browser would fetch them with every first page, since there is one style sheet for all. */
export const withoutUnused: Plugin = {
  name: 'mdq:without-unused',
  enforce: 'pre',
  load: (id) => (UNUSED.test(id) ? (id.endsWith('.css') ? '' : '<template><slot /></template>') : undefined),
};
