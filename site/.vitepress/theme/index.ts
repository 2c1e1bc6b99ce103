import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import type { Component } from 'vue';
import EndpointPrice from './endpoint/EndpointPrice.vue';
import { fetchedPart } from './fetched-part.ts';
import BrandLine from './home/BrandLine.vue';
import CoverageFacts from './home/CoverageFacts.vue';
import KeyContact from './home/KeyContact.vue';
import MonthCosts from './home/MonthCosts.vue';
import { reloadWhenKeyChanged } from './key/session-key.ts';
import { rememberChoice } from './langs.ts';
import { loadMissedAgain } from './missed-page.ts';
import { reloadWhenReplaced } from './new-version.ts';
import PrivacyState from './PrivacyState.vue';
import Layout from './SiteLayout.vue';
// In every page, so that it opens while the service cannot be reached, and says so.
import './search/SearchBox.vue';
import './styles/colours.css';
import './shared/base.css';
import './shared/figures.css';
import './shared/fields.css';
import './charts/charts.css';
import './styles/type.css';
import './styles/frame.css';
import './styles/operators.css';
import './styles/code.css';
import './styles/pictures.css';
import './styles/home.css';
import './styles/endpoint.css';

// Before the router is made: its click handler would otherwise come first.
if (!import.meta.env.SSR) rememberChoice();

/** Small parts that stand in pages of Markdown. */
const PARTS = {
  BrandLine,
  CoverageFacts,
  EndpointPrice,
  KeyContact,
  MonthCosts,
  PrivacyState,
};

/** Large parts that few pages use: each is fetched when a page shows it. */
const largeParts = import.meta.glob<Component>(
  [
    './explorer/ExplorerPage.vue',
    './account/AccountPage.vue',
    './pricing/PricingPage.vue',
    './endpoint/CallPage.vue',
    './endpoint/EndpointCall.vue',
    './home/HomeTrend.vue',
    './pictures/AnswerPicture.vue',
  ],
  { import: 'default' },
);

const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app, router }) {
    if (!import.meta.env.SSR) {
      loadMissedAgain(router);
      reloadWhenReplaced();
      reloadWhenKeyChanged();
    }
    for (const [name, part] of Object.entries(PARTS)) app.component(name, part);
    for (const [file, load] of Object.entries(largeParts)) {
      const name = file.replace(/^.*\/(\w+)\.vue$/, '$1');
      app.component(name, fetchedPart(load));
    }
  },
};

export default theme;
