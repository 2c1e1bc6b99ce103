/** The revisions that begin with `initialize`, newest first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The revision that has no handshake: every request says in `_meta` what it speaks. */
export const STATELESS_VERSION = '2026-07-28';

/** Every revision that is served, newest first. */
export const SUPPORTED_VERSIONS: readonly string[] = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS];

type HandshakeVersion = (typeof HANDSHAKE_VERSIONS)[number];

/** What a request without the header MCP-Protocol-Version is taken to speak. */
export const ASSUMED_VERSION: HandshakeVersion = '2025-03-26';

/** The two ways in which results are written. */
export type Wire = 'handshake' | 'stateless';

export function isHandshakeVersion(version: unknown): version is HandshakeVersion {
  return (HANDSHAKE_VERSIONS as readonly unknown[]).includes(version);
}
