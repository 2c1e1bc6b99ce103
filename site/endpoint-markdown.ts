import type { EndpointDoc } from '../src/docs/endpoint-page.ts';
import { jsonText } from '../src/docs/json-text.ts';

/** Stands for the address of the service until a reader's browser knows it. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080';

/** The page of an endpoint, laid out for people: what it costs beside what it does, then everything in tables. */
export function endpointMarkdown(doc: EndpointDoc): string {
  const unit = doc.price.grows ? ' × periods' : ', always';
  return [
    `# ${doc.summary}`,
    `<p class="endpoint-line"><span class="method">${doc.method}</span> <code>${doc.path}</code> <span class="price"><b>${doc.price.base}</b> ${doc.price.base === 1 ? 'point' : 'points'}${unit}</span></p>`,
    doc.description,
    `<a class="action" href="/developers/reference${referenceHash(doc)}" target="_self">Try it with your key</a>`,
    '## Parameters',
    doc.parameters.length === 0
      ? 'None.'
      : table(
          ['Parameter', 'What it takes'],
          doc.parameters.map(({ name, description }) => [code(name), description]),
        ),
    '## Price',
    `${doc.price.text}. Only an answer with code 200 is charged: [Points and receipts](/points).`,
    '## Request',
    '::: code-group',
    fence('sh [curl]', doc.curl.replace(' "$MDQ_URL', ` \\\n  "${EXAMPLE_ADDRESS}`)),
    fence('ts [TypeScript]', doc.typescript),
    ':::',
    '## Answer',
    ...(doc.exampleAnswer ? [fence('json', jsonText(doc.exampleAnswer))] : []),
    '### Fields of `data`',
    table(
      ['Field', 'Type', 'Meaning'],
      doc.fields.map(({ name, type, description, isOptional }) => [
        code(name),
        `${type}${isOptional ? ', optional' : ''}`,
        description,
      ]),
    ),
  ].join('\n\n');
}

/** Where the reference shows the endpoint. */
export function referenceHash({
  group,
  method,
  path,
}: Pick<EndpointDoc, 'group' | 'method' | 'path'>): string {
  return `#tag/${group.toLowerCase()}/${method}${path}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function fence(info: string, text: string): string {
  return `\`\`\`${info}\n${text}\n\`\`\``;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
