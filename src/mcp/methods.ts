import type { Docs } from '../docs/docs.ts';
import { isStorable, STORABLE } from '../lib/text/stored-text.ts';
import { EndpointNames } from './endpoint-names.ts';
import { type Failure, type Fields, failure, isFields, shown } from './json-rpc.ts';
import { Result, serverInfo } from './result.ts';
import { isImplementation } from './stateless.ts';
import { createTools } from './tools/index.ts';
import { type Tool, toolError } from './tools/tool.ts';
import { legacyTool, unknownTool } from './unknown-tool.ts';
import { HANDSHAKE_VERSIONS, isHandshakeVersion, SUPPORTED_VERSIONS, type Wire } from './versions.ts';

type Method = (params: Fields) => Result | Failure;
export type Methods = ReadonlyMap<string, Method>;

const CAPABILITIES = { tools: {} };

/** No tool changes anything, costs anything or looks outside the documentation. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const instructions = (service: string) =>
  `This server documents ${service}, a REST API of aggregated e-commerce statistics paid for in points. It needs no key, costs nothing and returns no live data. Start with docs.search or api.list_endpoints, read an endpoint with api.get_endpoint, then call it yourself over HTTP at the address of this server, with a key in the header x-api-key. In examples $MDQ_URL is that address and $MDQ_KEY the user's key. Keep that key out of prompts, documents and commits.`;

/** What each wire can be asked. */
export function createMethods(docs: Docs): Readonly<Record<Wire, Methods>> {
  const names = new EndpointNames([...docs.endpoints, ...docs.accountRoutes]);
  const tools = createTools(docs, names);
  const shared: [string, Method][] = [
    ['tools/list', listTools(tools)],
    ['tools/call', callTool(tools, names)],
  ];
  const empty = new Result({});
  return {
    handshake: new Map([['initialize', initialize(docs.name)], ['ping', () => empty], ...shared]),
    stateless: new Map([['server/discover', discover(docs.name)], ...shared]),
  };
}

/** Answers a request; the two wires differ in the HTTP status of a method that is not there. */
export function run(methods: Methods, method: string, params: unknown, notFound: number): Result | Failure {
  const found = methods.get(method);
  if (!found) return failure('methodNotFound', notFound, `Method not found: ${shown(method)}`);
  if (params === undefined) return found({});
  return isFields(params) ? found(params) : failure('invalidParams', 200, 'params must be an object');
}

function initialize(service: string): Method {
  const about = {
    capabilities: CAPABILITIES,
    serverInfo: serverInfo(service),
    instructions: instructions(service),
  };
  const results = new Map(
    HANDSHAKE_VERSIONS.map((version) => [version, new Result({ protocolVersion: version, ...about })]),
  );
  const [newest] = HANDSHAKE_VERSIONS;
  return ({ protocolVersion, capabilities, clientInfo }) => {
    if (typeof protocolVersion !== 'string') {
      return failure('invalidParams', 200, 'protocolVersion must be a string such as "2025-11-25"');
    }
    if (!isFields(capabilities)) return failure('invalidParams', 200, 'capabilities must be an object');
    if (!isImplementation(clientInfo)) {
      return failure('invalidParams', 200, 'clientInfo must have a name and a version');
    }
    const version = isHandshakeVersion(protocolVersion) ? protocolVersion : newest;
    return results.get(version) ?? failure('internalError', 200, 'Internal error');
  };
}

function discover(service: string): Method {
  const result = new Result(
    {
      supportedVersions: SUPPORTED_VERSIONS,
      capabilities: CAPABILITIES,
      instructions: instructions(service),
    },
    { isCacheable: true },
  );
  return () => result;
}

function listTools(tools: readonly Tool[]): Method {
  const result = new Result(
    { tools: tools.map(({ call: _, ...tool }) => ({ ...tool, annotations: ANNOTATIONS })) },
    { isCacheable: true },
  );
  return ({ cursor }) =>
    cursor === undefined || cursor === null
      ? result
      : failure('invalidParams', 200, 'cursor is not one of ours: all tools are on one page');
}

function callTool(tools: readonly Tool[], names: EndpointNames): Method {
  const byName = new Map(
    // Some clients take no dots in the name of a tool.
    tools.flatMap((tool) => [[tool.name, tool] as const, [tool.name.replaceAll('.', '_'), tool] as const]),
  );
  const known = tools.map(({ name }) => name);
  return ({ name, arguments: args = {} }) => {
    if (typeof name !== 'string') return failure('invalidParams', 200, 'name must be the name of a tool');
    if (!isFields(args)) return failure('invalidParams', 200, 'arguments must be an object');
    const tool = byName.get(name);
    const wrong = Object.entries(args).find(([, value]) => typeof value === 'string' && !isStorable(value));
    if (tool && wrong) return toolError(`${shown(wrong[0])} must be a text ${STORABLE}`);
    if (tool) return tool.call(args);
    const meant = names.findAll(name);
    return meant.length > 0 ? legacyTool(name, args, { meant, tools: known }) : unknownTool(name, known);
  };
}
