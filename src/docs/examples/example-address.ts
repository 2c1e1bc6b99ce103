/** What examples for callers call. Whoever reads them from a service is told its own address, so that they run as pasted. */
export const EXAMPLE_ADDRESS = 'http://localhost:8080';

export function withAddress(text: string, address = EXAMPLE_ADDRESS): string {
  return address === EXAMPLE_ADDRESS ? text : text.replaceAll(EXAMPLE_ADDRESS, address);
}
