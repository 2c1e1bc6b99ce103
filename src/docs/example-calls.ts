import { type Endpoint, type ParameterName, parametersOf } from '../endpoints/endpoint.ts';
import recorded from './examples.json' with { type: 'json' };

/** What the examples of the documentation ask for: four weeks of the documentation's demo data. */
export const EXAMPLE_VALUES: Readonly<Record<ParameterName, string>> = {
  category: 'Home & Living',
  sub: 'Bedding',
  start: '2026-05-11',
  end: '2026-06-07',
};

/** The path and query of an endpoint's example call. */
export function exampleTarget(endpoint: Endpoint): string {
  const query = parametersOf(endpoint).map((name) => `${name}=${encodeURIComponent(EXAMPLE_VALUES[name])}`);
  return query.length > 0 ? `${endpoint.path}?${query.join('&')}` : endpoint.path;
}

/** What the service answered to that call when the documentation was last recorded. */
export function exampleAnswer(path: string): unknown {
  return (recorded as Record<string, unknown>)[path];
}
