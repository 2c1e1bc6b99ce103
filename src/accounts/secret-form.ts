/** What API keys begin with. */
export const KEY_PREFIX = 'mdk_';
export const CHECKSUM_LENGTH = 6;
/** Of all that comes after the prefix. */
export const SECRET_LENGTH = 32 + CHECKSUM_LENGTH;

/** How a secret looks, whatever its checksum. A browser, which has no `node:crypto`, knows this much. */
export function secretForm(prefix: string): RegExp {
  return new RegExp(`^${prefix}[0-9A-Za-z]{${SECRET_LENGTH}}$`);
}
