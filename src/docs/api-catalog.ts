import { EXAMPLE_ADDRESS } from './examples/example-address.ts';

/** What a program that knows the host alone finds (RFC 9727): a linkset (RFC 9264) of what is here. */
export function apiCatalog(): object {
  const link = (path: string, type: string) => ({ href: EXAMPLE_ADDRESS + path, type });
  return {
    linkset: [
      {
        anchor: `${EXAMPLE_ADDRESS}/api/public`,
        'service-desc': [link('/api/docs/openapi.json', 'application/json')],
        'service-doc': [link('/developers/', 'text/html'), link('/llms.txt', 'text/plain')],
        'service-meta': [link('/llms-full.txt', 'text/plain')],
        status: [link('/readyz', 'application/json')],
      },
    ],
  };
}
