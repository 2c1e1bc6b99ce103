type Fields = Readonly<Record<string, unknown>>;

const REFERENCE = '#/components/';
/** Every refusal has this form; which there are stands on the page `errors`. */
const REFUSED = { description: '{code, msg, data?}' };

/** A document of one path for programs that write code: all names and types, none of the words of its page. */
export function onePath(openApi: Fields, path: string): Fields {
  const { openapi, info, security, paths, components } = openApi as Record<string, Fields>;
  const kinds = components as Record<string, Record<string, Fields>>;
  const resolve = (value: Fields): Fields => {
    const [kind = '', name = ''] = String(value.$ref ?? '')
      .slice(REFERENCE.length)
      .split('/');
    return kinds[kind]?.[name] ?? value;
  };
  const { get } = (paths?.[path] ?? {}) as Record<string, Fields>;
  const { operationId, parameters, responses } = get as {
    operationId: string;
    parameters: readonly Fields[];
    responses: Record<string, Fields>;
  };
  const content = Object.entries((responses[200]?.content ?? {}) as Record<string, Fields>).map(
    ([type, { schema }]) => [type, { schema: bare(schema) }],
  );
  const ok = { description: 'OK', content: Object.fromEntries(content) };
  const used = [...JSON.stringify(content).matchAll(/components\/schemas\/(\w+)/g)].map(
    ([, name = '']) => name,
  );
  const key = kinds.securitySchemes?.apiKey ?? {};
  return {
    openapi,
    info: { title: info?.title, version: info?.version },
    servers: (openApi.servers as readonly Fields[]).map(({ url }) => ({ url })),
    security,
    paths: {
      [path]: {
        get: {
          operationId,
          'x-points': get?.['x-points'],
          parameters: parameters.map(resolve).map(({ name, in: where, required, schema }) => ({
            name,
            in: where,
            ...(required === true && { required }),
            // What a header must be is said by whoever refuses it.
            schema: where === 'header' ? { type: (schema as Fields).type } : bare(schema),
          })),
          responses: { 200: ok, default: REFUSED },
        },
      },
    },
    components: {
      securitySchemes: { apiKey: { type: key.type, in: key.in, name: key.name } },
      ...(used.length > 0 && {
        schemas: Object.fromEntries(used.map((name) => [name, bare(kinds.schemas?.[name])])),
      }),
    },
  };
}

/** A schema without its words. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const { properties, ...rest } = value as Record<string, unknown>;
  const kept = Object.entries(rest).filter(
    ([name, inner]) =>
      name !== 'description' &&
      !(name === 'additionalProperties' && inner === false) &&
      // A constant says its type itself.
      !(name === 'type' && 'const' in rest),
  );
  return Object.fromEntries([
    ...kept.map(([name, inner]) => [name, bare(inner)]),
    ...(properties ? [['properties', bareEach(properties as Fields)]] : []),
  ]);
}

/** Fields may be called what words of a schema are. */
function bareEach(properties: Fields): Fields {
  return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, bare(inner)]));
}
