import type { TSchema } from 'typebox';
import { dataSchema, type Endpoint, type ParameterName, parametersOf } from '../endpoints/endpoint.ts';
import type { Price } from '../endpoints/price.ts';
import { exampleAnswer, exampleTarget } from './example-calls.ts';
import { jsonText } from './json-text.ts';
import type { Page } from './pages.ts';
import { PARAMETER_DOCS } from './parameter-docs.ts';
import { describePrice, growsWithRange, shortPrice, type Terms } from './prices.ts';

/** One field of an answer, by its path in `data`: `items[].name`. */
export interface FieldDoc {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isOptional: boolean;
}

/** Everything that is documented about an endpoint, for people and programs alike. */
export interface EndpointDoc {
  readonly path: string;
  readonly method: 'GET';
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  /** The price of now; `grows`: with the days of the range, one base for each `periodDays` begun. */
  readonly price: Price & {
    readonly text: string;
    readonly short: string;
    readonly grows: boolean;
    readonly periodDays: number;
  };
  readonly parameters: readonly { name: ParameterName; required: false; description: string }[];
  readonly fields: readonly FieldDoc[];
  readonly curl: string;
  readonly typescript: string;
  readonly exampleAnswer: unknown;
  /** The same as a Markdown page. */
  readonly page: Page;
}

export function documentEndpoint(endpoint: Endpoint, terms: Terms): EndpointDoc {
  const target = exampleTarget(endpoint);
  const doc = {
    path: endpoint.path,
    method: 'GET' as const,
    group: endpoint.group,
    summary: endpoint.summary,
    description: endpoint.description,
    price: {
      ...terms.prices.priceOf(endpoint),
      text: describePrice(endpoint, terms),
      short: shortPrice(endpoint, terms),
      grows: growsWithRange(endpoint),
      periodDays: terms.periodDays,
    },
    parameters: parametersOf(endpoint).map((name) => ({
      name,
      required: false as const,
      description: PARAMETER_DOCS[name].description,
    })),
    fields: fieldsOf(dataSchema(endpoint), ''),
    curl: `curl -H "x-api-key: $MDQ_KEY" '{base_url}${target}'`,
    typescript: [
      `const response = await fetch(\`\${baseUrl}${target}\`, {`,
      `  headers: { 'x-api-key': key },`,
      '});',
      'const { code, data, msg } = await response.json();',
    ].join('\n'),
    exampleAnswer: exampleAnswer(endpoint.path),
  };
  return { ...doc, page: toPage(doc) };
}

/** The fields of a schema, those inside objects and lists too. */
export function fieldsOf(schema: TSchema, prefix: string): FieldDoc[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).flatMap(([name, field]) => {
    const { description = '' } = field as { description?: string };
    const { type, inner, suffix } = shape(field);
    const path = `${prefix}${name}`;
    return [
      { name: path, type, description, isOptional: !required.includes(name) },
      ...(inner ? fieldsOf(inner, `${path}${suffix}.`) : []),
    ];
  });
}

interface JsonSchema {
  type?: string;
  const?: unknown;
  format?: string;
  items?: TSchema;
  anyOf?: TSchema[];
}

function shape(schema: TSchema): { type: string; inner?: TSchema; suffix: string } {
  const { type = 'any', const: value, format, items, anyOf } = schema as JsonSchema;
  if (value !== undefined) return { type: JSON.stringify(value), suffix: '' };
  if (anyOf) {
    const inner = anyOf.find((option) => (option as JsonSchema).type === 'object');
    const types = anyOf.map((option) => shape(option).type).join(' or ');
    return { type: types, suffix: '', ...(inner && { inner }) };
  }
  if (type === 'array' && items) {
    const item = shape(items);
    return { type: `list of ${item.type}`, suffix: '[]', ...(item.inner && { inner: item.inner }) };
  }
  if (type === 'object') return { type, inner: schema, suffix: '' };
  return { type: format ? `${type} (${format})` : type, suffix: '' };
}

function toPage(doc: Omit<EndpointDoc, 'page'>): Page {
  const id = doc.path.replace('/api/public/', 'api/');
  const markdown = [
    `# ${doc.summary}`,
    `\`GET ${doc.path}\``,
    doc.description,
    `**Price:** ${doc.price.text}.`,
    '## Parameters',
    doc.parameters.length === 0
      ? 'None.'
      : doc.parameters.map(({ name, description }) => `- \`${name}\` (optional): ${description}`).join('\n'),
    '## Answer',
    doc.fields
      .map(
        ({ name, type, description, isOptional }) =>
          `- \`data.${name}\` (${type}${isOptional ? ', optional' : ''})${description ? `: ${description}` : ''}`,
      )
      .join('\n'),
    '## Example',
    `\`\`\`sh\n${doc.curl}\n\`\`\``,
    `\`\`\`ts\n${doc.typescript}\n\`\`\``,
    ...(doc.exampleAnswer ? [`\`\`\`json\n${jsonText(doc.exampleAnswer)}\n\`\`\``] : []),
  ].join('\n\n');
  return { id, title: doc.summary, description: doc.description, url: `/developers/${id}`, markdown };
}
