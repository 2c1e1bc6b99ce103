import type { Price } from '../../../../src/endpoints/form/price.ts';

/** What a parameter takes, and so how it is filled in. */
export type ParameterForm =
  | { readonly kind: 'category' | 'sub' | 'day' | 'path' | 'text' }
  | { readonly kind: 'oneOf'; readonly choices: readonly string[] }
  | { readonly kind: 'wholeNumber'; readonly minimum: number; readonly maximum: number };

export interface ParameterSpec {
  readonly name: string;
  readonly form: ParameterForm;
  readonly isRequired: boolean;
}

/** Everything that the page of a path is built with: what can be asked, and the documented example of it. */
export interface CallSpec {
  readonly path: string;
  readonly parameters: readonly ParameterSpec[];
  /** None: the path is free. */
  readonly price?: Price;
  /** Whether its dates are days of the data, so that some are outside. */
  readonly isAboutData: boolean;
  readonly example: {
    readonly values: Readonly<Record<string, string>>;
    readonly body: { readonly data: unknown };
  };
  /** What each field of the answer means, by its name in the documentation. */
  readonly meanings: Readonly<Record<string, string>>;
}

export type Values = Readonly<Record<string, string>>;
