/** The address in examples for callers. A service puts its own there, so that they run as pasted. */
export const EXAMPLE_ADDRESS = 'http://localhost:8080';

export function withAddress(text: string, address = EXAMPLE_ADDRESS): string {
  return address === EXAMPLE_ADDRESS ? text : text.replaceAll(EXAMPLE_ADDRESS, address);
}
