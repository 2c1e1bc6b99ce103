import { type Failure, failure, isFields, shown } from './json-rpc.ts';
import { STATELESS_VERSION, SUPPORTED_VERSIONS } from './versions.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** The headers that repeat parts of the body for those who route without reading it. */
export interface McpHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

function metaOf(params: unknown): unknown {
  return isFields(params) ? params._meta : undefined;
}

/** Whether a message says in its own body which revision it speaks. */
export function claimsVersion(params: unknown): boolean {
  const meta = metaOf(params);
  return isFields(meta) && VERSION in meta;
}

/** What is wrong with a request of the stateless revision, before its method is looked at. */
export function refuseStateless(method: string, params: unknown, headers: McpHeaders): Failure | undefined {
  const meta = metaOf(params);
  if (!isFields(meta)) return malformed('_meta is missing');
  const version = meta[VERSION];
  if (typeof version !== 'string') return malformed(`_meta["${VERSION}"] must be a string`);
  if (!isFields(meta[CAPABILITIES])) return malformed(`_meta["${CAPABILITIES}"] must be an object`);
  const info = meta[CLIENT_INFO];
  if (info !== undefined && !isImplementation(info)) {
    return malformed(`_meta["${CLIENT_INFO}"] must have a name and a version`);
  }
  if (headers.version !== undefined && headers.version !== version) {
    return mismatch('MCP-Protocol-Version', headers.version, version);
  }
  if (version !== STATELESS_VERSION) return unsupported(version);
  if (headers.version === undefined) return missing('MCP-Protocol-Version');
  if (headers.method === undefined) return missing('Mcp-Method');
  if (headers.method !== method) return mismatch('Mcp-Method', headers.method, method);
  return method === 'tools/call' ? refuseName(params, headers.name) : undefined;
}

function refuseName(params: unknown, header: string | undefined): Failure | undefined {
  const name = isFields(params) ? params.name : undefined;
  // A call without a name is answered by the method itself.
  if (typeof name !== 'string') return undefined;
  if (header === undefined) return missing('Mcp-Name');
  const decoded = decode(header);
  if (decoded === undefined) return failure('headerMismatch', 400, 'Header mismatch: Mcp-Name is no Base64');
  return decoded === name ? undefined : mismatch('Mcp-Name', decoded, name);
}

/** A header value as it is, or out of `=?base64?…?=` where it could not stand as it is. */
function decode(header: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
  if (encoded === undefined) return header;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString() : undefined;
}

export function isImplementation(value: unknown): boolean {
  return isFields(value) && typeof value.name === 'string' && typeof value.version === 'string';
}

/** Names every revision that is served, whether the header or `_meta` asked for another. */
export function unsupported(requested: string): Failure {
  return failure('unsupportedVersion', 400, 'Unsupported protocol version', {
    supported: SUPPORTED_VERSIONS,
    requested,
  });
}

function malformed(why: string): Failure {
  return failure('invalidParams', 400, `Invalid params for protocol revision ${STATELESS_VERSION}: ${why}`);
}

function missing(header: string): Failure {
  return failure('headerMismatch', 400, `Header mismatch: the ${header} header is missing`);
}

function mismatch(header: string, sent: string, body: string): Failure {
  const [asked, found] = [shown(sent), shown(body)];
  return failure(
    'headerMismatch',
    400,
    `Header mismatch: ${header} header value '${asked}' does not match body value '${found}'`,
  );
}
