import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { type Component, defineAsyncComponent } from 'vue';
import { reloadWhenReplaced } from './new-version.ts';
import Layout from './SiteLayout.vue';
import './styles/colours.css';
import './styles/type.css';
import './styles/frame.css';
import './styles/code.css';
import './styles/home.css';
import './styles/endpoint.css';

/** Large parts that few pages use: each is fetched when a page shows it. */
const parts = import.meta.glob<Component>(['./explorer/Explorer.vue', './account/Account.vue'], {
  import: 'default',
});

const theme: Theme = {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    if (!import.meta.env.SSR) reloadWhenReplaced();
    for (const [file, load] of Object.entries(parts)) {
      const name = file.replace(/^.*\/(\w+)\.vue$/, '$1');
      app.component(name, defineAsyncComponent(load));
    }
  },
};

export default theme;
