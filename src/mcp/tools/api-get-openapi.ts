import type { Docs } from '../../docs/docs.ts';
import { lazily } from '../../lib/made-once.ts';
import type { EndpointNames } from '../endpoint-names.ts';
import { type Fields, isFields } from '../json-rpc.ts';
import type { Result } from '../result.ts';
import { type Tool, text, textArgument, toolError, toolResult } from './tool.ts';

export function apiGetOpenApi(docs: Docs, names: EndpointNames): Tool {
  const whole = lazily(() => toolResult(JSON.stringify(docs.openApi)));
  const parts = lazily(() => partsOf(docs.openApi));
  return {
    name: 'api.get_openapi',
    title: 'Get the OpenAPI document',
    description:
      'Get the REST API as an OpenAPI 3.1 document in JSON, as GET /api/docs/openapi.json serves it. Use it to generate code or to configure a tool. The whole is long: give path for one endpoint and what it refers to.',
    inputSchema: {
      type: 'object',
      properties: { path: text('Path of one endpoint, such as "/api/public/market/focus".') },
    },
    call(args) {
      if (args.path === undefined) return whole();
      const path = textArgument(args, 'path');
      const part = path === undefined ? undefined : parts().get(names.find(path)?.path ?? path);
      return (
        part?.() ?? toolError(`There is no such path. The paths are:\n${[...parts().keys()].join('\n')}`)
      );
    },
  };
}

/** A document for each path: the same for everyone, so each is made once. */
function partsOf(openApi: Fields): Map<string, () => Result> {
  const paths = isFields(openApi.paths) ? openApi.paths : {};
  return new Map(
    Object.keys(paths).map((path) => [
      path,
      lazily(() => toolResult(JSON.stringify(partFor(path, openApi, paths)))),
    ]),
  );
}

/** A document of one path, with those components that it refers to. */
function partFor(path: string, openApi: Fields, paths: Fields): Fields {
  const part = { [path]: paths[path] };
  return { ...openApi, paths: part, components: componentsFor(part, openApi.components) };
}

const REFERENCE = '#/components/';

function componentsFor(part: Fields, components: unknown): Fields {
  const all = isFields(components) ? components : {};
  const used: Record<string, Record<string, unknown>> = {};
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('$ref' in value && typeof value.$ref === 'string') take(value.$ref);
    for (const inner of Object.values(value)) collect(inner);
  };
  const take = (reference: string): void => {
    const [kind = '', name = ''] = reference.slice(REFERENCE.length).split('/');
    const ofKind = all[kind];
    if (!isFields(ofKind) || used[kind]?.[name] !== undefined) return;
    used[kind] = { ...used[kind], [name]: ofKind[name] };
    collect(ofKind[name]);
  };
  collect(part);
  // How a call is signed is referred to by name alone.
  return { securitySchemes: all.securitySchemes, ...used };
}
