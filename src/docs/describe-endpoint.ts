import { describeDeprecation } from '../endpoints/form/deprecation.ts';
import type { Endpoint } from '../endpoints/form/endpoint.ts';

/** What an endpoint is for, and whether it is still to be used. */
export function describeEndpoint({ description, deprecated }: Endpoint): string {
  return deprecated ? `${description} ${describeDeprecation(deprecated)}` : description;
}
