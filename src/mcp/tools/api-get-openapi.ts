import type { Docs } from '../../docs/docs.ts';
import { NO_ARGUMENTS, type Tool, toolResult } from './tool.ts';

export function apiGetOpenApi({ openApi }: Docs): Tool {
  const result = toolResult(JSON.stringify(openApi), openApi);
  return {
    name: 'api.get_openapi',
    title: 'Get the OpenAPI document',
    description:
      'Get the whole REST API as an OpenAPI 3.1 document in JSON. It is long: use it to generate code or to configure a tool, and api.get_endpoint to learn about one endpoint. Takes no arguments.',
    inputSchema: NO_ARGUMENTS,
    outputSchema: {
      type: 'object',
      properties: {
        openapi: { type: 'string', const: openApi.openapi },
        info: { type: 'object' },
        paths: { type: 'object' },
      },
      required: ['openapi', 'info', 'paths'],
    },
    call: () => result,
  };
}
