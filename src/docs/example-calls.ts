import { type Endpoint, type ParameterName, parametersOf } from '../endpoints/endpoint.ts';
import type { DemoLanguage } from '../lib/language.ts';
import english from './examples.json' with { type: 'json' };
import chinese from './examples-zh-TW.json' with { type: 'json' };

/** What the examples of the documentation ask for: four weeks of the documentation's demo data. */
export const EXAMPLE_VALUES: Readonly<Record<ParameterName, string>> = {
  category: 'Home & Living',
  sub: 'Bedding',
  start: '2026-05-11',
  end: '2026-06-07',
};

const VALUES: Readonly<Record<DemoLanguage, Readonly<Record<ParameterName, string>>>> = {
  en: EXAMPLE_VALUES,
  'zh-TW': { ...EXAMPLE_VALUES, category: '居家生活', sub: '寢具' },
};

/** What the examples of a language ask for. */
export function exampleValues(language: DemoLanguage): Readonly<Record<ParameterName, string>> {
  return VALUES[language];
}

const ANSWERS: Readonly<Record<DemoLanguage, Readonly<Record<string, unknown>>>> = {
  en: english,
  'zh-TW': chinese,
};

/** The path and query of an endpoint's example call. */
export function exampleTarget(endpoint: Endpoint, language: DemoLanguage = 'en'): string {
  const values = exampleValues(language);
  const query = parametersOf(endpoint).map((name) => `${name}=${encodeURIComponent(values[name])}`);
  return query.length > 0 ? `${endpoint.path}?${query.join('&')}` : endpoint.path;
}

/** What the service answered to that call when the documentation was last recorded. */
export function exampleAnswer(path: string, language: DemoLanguage = 'en'): unknown {
  return ANSWERS[language][path];
}
