import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

/** The page of an endpoint, as a reader uses it. */
export class CallPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get caller(): Locator {
    return this.#page.locator('.caller');
  }
  get price(): Locator {
    return this.#page.locator('.pay .price');
  }
  get code(): Locator {
    return this.#page.locator('.mdq-code-tabs');
  }
  get answer(): Locator {
    return this.#page.locator('.answer');
  }
  get address(): Locator {
    return this.#page.locator('.answer .address');
  }
  get sendButton(): Locator {
    return this.#page.locator('.pay .send');
  }

  /** Until its parts answer to clicks: from then on the code names the service itself. */
  async ready(): Promise<void> {
    await this.code.getByText(new URL(this.#page.url()).origin).first().waitFor();
  }

  async enterKey(key: string): Promise<void> {
    await this.ready();
    await this.#page.getByRole('button', { name: 'Use your key' }).click();
    await this.#page.getByLabel('API key').fill(key);
    await this.#page.getByRole('button', { name: 'Use key' }).click();
  }

  field(name: string): Locator {
    return this.#page.locator(`[data-parameter=${name}] .mdq-input`);
  }
  async valueOf(name: string): Promise<string> {
    const field = this.field(name);
    return (await field.getAttribute('role')) === 'combobox'
      ? ((await field.textContent()) ?? '').trim()
      : await field.inputValue();
  }
  async fill(name: string, value: string): Promise<void> {
    await this.field(name).fill(value);
  }

  /** Opens a list; `buying` pays for its names where they are not known. */
  async open(name: string, { buying = false } = {}): Promise<void> {
    await this.field(name).click();
    if (!buying) return;
    await this.#page.getByRole('button', { name: /^Show the names/ }).click();
    await this.#page.getByRole('option').nth(1).waitFor();
  }
  async choose(name: string, value: string, { buying = false } = {}): Promise<void> {
    await this.open(name, { buying });
    await this.#page.getByRole('option', { name: value, exact: true }).click();
  }

  /** Sends the call, and waits until it has ended. */
  async send(name: string | RegExp): Promise<void> {
    const before = await this.answer.textContent();
    await this.#page.getByRole('button', { name, exact: typeof name === 'string' }).click();
    await until('it is answered', async () => {
      const isBusy = (await this.answer.getAttribute('aria-busy')) === 'true';
      return !isBusy && (await this.answer.textContent()) !== before;
    });
  }

  async face(name: 'Chart' | 'Table' | 'JSON'): Promise<void> {
    await this.answer.getByText(name, { exact: true }).first().click();
  }

  async receipt(name: string): Promise<string | null> {
    return await this.#page
      .locator('.receipt div', { has: this.#page.getByText(name, { exact: true }) })
      .locator('dd')
      .textContent();
  }
}
