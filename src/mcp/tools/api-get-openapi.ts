import type { Docs } from '../../docs/docs.ts';
import { onePath } from '../../docs/openapi/one-path.ts';
import { lazily } from '../../lib/made-once.ts';
import { Type } from '../../lib/schema.ts';
import type { EndpointNames } from '../endpoint-names.ts';
import { type Fields, isFields } from '../json-rpc.ts';
import type { Result } from '../result.ts';
import { createTool, type Tool, text, toolError, toolResult } from './tool.ts';

export function apiGetOpenApi(docs: Docs, names: EndpointNames): Tool {
  const whole = lazily(() => toolResult(JSON.stringify(docs.openApi)));
  const parts = lazily(() => partsOf(docs.openApi));
  return createTool({
    name: 'api.get_openapi',
    title: 'Get the OpenAPI document',
    description:
      'Get the REST API as an OpenAPI 3.1 document in JSON, as GET /api/docs/openapi.json serves it. Use it to generate code or to configure a tool. The whole is long: with path it is one endpoint, names and types alone.',
    takes: { path: Type.Optional(text('Path of one endpoint, such as "/api/public/market/focus".')) },
    call({ path }) {
      if (path === undefined) return whole();
      const part = parts().get(names.find(path)?.path ?? path);
      return (
        part?.() ?? toolError(`There is no such path. The paths are:\n${[...parts().keys()].join('\n')}`)
      );
    },
  });
}

/** A document for each path: the same for everyone, so each is made once. */
function partsOf(openApi: Fields): Map<string, () => Result> {
  const paths = isFields(openApi.paths) ? openApi.paths : {};
  return new Map(
    Object.keys(paths).map((path) => [
      path,
      lazily(() => toolResult(JSON.stringify(onePath(openApi, path)))),
    ]),
  );
}
