import type { Endpoint } from '../../endpoints/form/endpoint.ts';
import type { SharedParameter } from '../../endpoints/form/parameters.ts';
import { type DemoLanguage, demoLanguage } from '../../lib/language.ts';
import type { Language } from '../../words/index.ts';
import answers from './examples.json' with { type: 'json' };

/** What the examples of the documentation ask for: four weeks of the documentation's demo data. */
const ENGLISH: Readonly<Record<SharedParameter, string>> = {
  category: 'Home & Living',
  sub: 'Bedding',
  start: '2026-05-11',
  end: '2026-06-07',
};

const VALUES: Readonly<Record<DemoLanguage, Readonly<Record<string, string>>>> = {
  en: ENGLISH,
  'zh-TW': { ...ENGLISH, category: '居家生活', sub: '寢具' },
};

/** What the examples of a language give as a parameter that many paths take; empty for any other. */
export function exampleValue(name: string, language: Language = 'en'): string {
  return VALUES[demoLanguage(language)][name] ?? '';
}

/** The path and query of an endpoint's example call. */
export function exampleTarget(endpoint: Endpoint): string {
  const query = endpoint.takes.map((name) => {
    const own = endpoint.own?.find((each) => each.name === name);
    return `${name}=${encodeURIComponent(own?.usual ?? exampleValue(name))}`;
  });
  return query.length > 0 ? `${endpoint.path}?${query.join('&')}` : endpoint.path;
}

/** What the service answered to that call, in English, when the documentation was last recorded. */
export function exampleAnswer(path: string): unknown {
  return (answers as Readonly<Record<string, unknown>>)[path];
}
