/** The page of the reference: Scalar, from this host, on our own OpenAPI document. */

/** Where the explorer and the account page keep the key too: until the tab is closed. */
const KEY = 'mdq-key';

/** Examples are left in those that the guides speak of: shell, JavaScript and Python. */
const OTHER_LANGUAGES =
  'c clojure csharp dart fsharp go http java kotlin objc ocaml php powershell r ruby rust swift'.split(' ');

interface Scalar {
  createApiReference(element: Element, configuration: object): unknown;
}

const main = document.querySelector<HTMLElement>('#reference');
setStylesDirectly();
const isDark = prefersDark();
document.documentElement.classList.toggle('dark', isDark);
if (main) void show(main);

async function show(place: HTMLElement): Promise<void> {
  try {
    const [document] = await Promise.all([readOpenApi(), load(place.dataset.script ?? '')]);
    place.replaceChildren();
    nameControls();
    (globalThis as unknown as { Scalar: Scalar }).Scalar.createApiReference(place, configuration(document));
  } catch {
    const notice = document.createElement('p');
    notice.className = 'notice';
    notice.textContent =
      'The reference could not be loaded. Load the page again, or read Endpoints and fields.';
    place.replaceChildren(notice);
  }
}

interface OpenApi {
  info: { license?: unknown };
  components: { parameters: Record<string, { example?: unknown }> };
}

/**
 * Scalar sends every header that has an example. With the same Idempotency-Key on each call, and a limit that
 * nobody set, the second call would be refused: so these come without. The licence, which is for programs that
 * look for one, would stand beside the title.
 */
async function readOpenApi(): Promise<OpenApi> {
  const response = await fetch('/api/docs/openapi.json');
  const document = (await response.json()) as OpenApi;
  delete document.info.license;
  for (const parameter of Object.values(document.components.parameters)) delete parameter.example;
  return document;
}

function configuration(document: OpenApi): object {
  return {
    content: document,
    servers: [{ url: location.origin, description: 'This service' }],
    authentication: {
      preferredSecurityScheme: 'apiKey',
      securitySchemes: { apiKey: { value: keptKey() } },
    },
    // Nothing leaves this host, and nothing outlives the tab.
    persistAuth: false,
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    onRequestBuilt: ({ request }: { request: Request }) => keepKey(request.headers.get('x-api-key')),
    theme: 'none',
    layout: 'modern',
    forceDarkModeState: isDark ? 'dark' : 'light',
    hideDarkModeToggle: true,
    hideModels: true,
    defaultOpenAllTags: true,
    documentDownloadType: 'json',
    hiddenClients: OTHER_LANGUAGES,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  };
}

/** Some of Scalar's fields and buttons have no name or a wrong role: who cannot see them is told here. */
function nameControls(): void {
  const mend = () => {
    for (const field of document.querySelectorAll('.code-input-lite__editor[role="combobox"]')) {
      field.setAttribute('role', 'textbox');
      if (!field.hasAttribute('aria-label'))
        field.setAttribute('aria-label', field.getAttribute('data-placeholder') ?? 'Value');
    }
    for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
      button.setAttribute('aria-label', 'Copy');
    for (const button of document.querySelectorAll('button[role="none"][aria-label]'))
      button.removeAttribute('role');
  };
  let isDue = false;
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      mend();
    });
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * Scalar writes styles into elements and attributes, which the policy of the site does not allow: whoever could put
 * some into the page could read what is typed there. What a script sets directly is allowed, so it is set like that.
 */
function setStylesDirectly(): void {
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    if (name !== 'style') return create(name, options);
    const sheet = new CSSStyleSheet();
    const element = create('template');
    const read = () => sheet.replaceSync(element.textContent ?? '');
    new MutationObserver(read).observe(element, { childList: true, characterData: true, subtree: true });
    document.adoptedStyleSheets.push(sheet);
    return element;
  };

  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && this instanceof HTMLElement) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };

  const html = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...html,
    set(text: unknown) {
      html?.set?.call(this, String(text).replace(/(<[^<>]*\s)style="/g, '$1data-style="'));
      for (const element of this.querySelectorAll('[data-style]')) {
        // Numbers for its style sheet, such as how many lines there are; anything else may come from someone else.
        const { style } = element.dataset;
        if (/^(--[\w-]+: ?\d+; ?)+$/.test(style)) element.style.cssText = style;
      }
    },
  });
}

/** As chosen on the other pages, or as the system has it. */
function prefersDark(): boolean {
  const chosen = localStorage.getItem('vitepress-theme-appearance') ?? 'auto';
  return chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
}

function keptKey(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function keepKey(key: string | null): void {
  try {
    if (key) sessionStorage.setItem(KEY, key);
  } catch {
    // A browser that keeps nothing: then the key is typed again.
  }
}

function load(address: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}
