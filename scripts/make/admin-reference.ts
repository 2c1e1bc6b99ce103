import { outsideName } from '../../src/admin/input.ts';
import { adminDocument } from '../../src/admin/openapi.ts';
import { loadRoutes } from '../../src/admin/routes.ts';
import { operations } from '../../src/operations/list.ts';
import type { Put } from './documents.ts';

type Json = Readonly<Record<string, unknown>>;
type Described = { readonly schema?: Json; readonly name?: string; readonly in?: string } & Json;

/** Made as a whole, unlike the guides that have made parts. */
export const ADMIN_REFERENCE = 'guides/admin-reference.md';

const HEAD = `---
title: Admin API reference
audience: operators
description: "For operators: every path of the admin API, who may ask it, what it takes and what it answers with."
---

# Admin API reference

Made from the operations of the program, like the commands and \`/admin/v1/openapi.json\`. How to call it, tokens, roles and statuses:
[Admin API and operators](admin-api.md). Paths begin with \`/admin/v1\`. Every list takes \`limit\` and \`cursor\`, and comes in
an order that stays while it is read; every change takes \`Idempotency-Key\`.
`;

/** The reference of the admin API as a guide, from its OpenAPI document. */
export async function makeAdminReference(put: Put): Promise<void> {
  const { all } = await loadRoutes();
  const { paths } = adminDocument(all) as { paths: Record<string, Record<string, Json>> };
  const nouns = new Set(Object.keys(operations).map((name) => name.split(' ')[0] ?? ''));
  const sections = [...nouns].map((noun) => {
    const ways = all.filter(({ name }) => name.split(' ')[0] === noun);
    const parts = ways.map(({ name, method, path }) =>
      operationText(`${method} ${path}`, name, paths[path]?.[method.toLowerCase()] ?? {}),
    );
    return `## ${noun}\n\n${parts.join('\n\n')}`;
  });
  put(ADMIN_REFERENCE, `${HEAD}\n${sections.join('\n\n')}\n`);
}

function operationText(way: string, name: string, operation: Json): string {
  const inputs = [...parameters(operation), ...bodyFields(operation)];
  const table = inputs.length === 0 ? [] : ['', '| Field | In | Meaning |', '|---|---|---|', ...inputs];
  const answer = answerFields(operation);
  const forAdmins = (operation['x-admin-fields'] ?? []) as string[];
  const more =
    forAdmins.length === 0 ? '' : `, \`admin\` with ${forAdmins.map((field) => `\`${field}\``).join(', ')}`;
  return [
    `### \`${way}\``,
    '',
    `${operation.summary}. Role: \`${operation['x-role']}\`${more}; as a command: \`mdq ${name}\`.`,
    ...table,
    ...(answer.length > 0 ? ['', `Answers with ${answer.map((field) => `\`${field}\``).join(', ')}.`] : []),
  ].join('\n');
}

function parameters({ parameters = [] }: { parameters?: unknown }): string[] {
  return (
    (parameters as Described[])
      .filter((each) => each.in !== 'header' && each.name !== 'limit' && each.name !== 'cursor')
      // What stands in the path, and needs no more words than that, is not said again.
      .filter((each) => each.in !== 'path' || each.description || each.schema?.description)
      .map((each) =>
        row(
          String(each.name),
          String(each.in),
          { ...each.schema, ...describedBy(each) },
          each.required === true,
        ),
      )
  );
}

function bodyFields({ requestBody }: { requestBody?: unknown }): string[] {
  const content = (requestBody as { content?: Record<string, { schema: Json }> } | undefined)?.content;
  const schema = content?.['application/json']?.schema;
  const required = (schema?.required ?? []) as string[];
  return Object.entries((schema?.properties ?? {}) as Record<string, Json>).map(([name, field]) =>
    row(name, 'body', field, required.includes(name)),
  );
}

function describedBy({ description }: Json): Json {
  return description ? { description } : {};
}

function row(name: string, place: string, schema: Json, isRequired: boolean): string {
  const values = (schema.enum as unknown[] | undefined)?.map((value) => `\`${value}\``).join(', ');
  const usual =
    schema.default === undefined || schema.default === '' ? '' : `; \`${schema.default}\` when not given`;
  const meaning = [schema.description, values].filter(Boolean).join(': ') || String(schema.type ?? '');
  return `| \`${outsideName(name)}\` | ${place}${isRequired ? ', required' : ''} | ${`${meaning}${usual}`.replaceAll('|', '\\|')} |`;
}

/** The names of what comes back: of a list those of a row. */
function answerFields({ responses }: { responses?: unknown }): string[] {
  const ok = (responses as Record<string, { content?: Record<string, { schema: Json }> }>)['200'];
  const envelope = ok?.content?.['application/json']?.schema as { properties?: { data?: Json } } | undefined;
  const data = envelope?.properties?.data as { properties?: Record<string, Json> } | undefined;
  const items = data?.properties?.items as { items?: { properties?: Json } } | undefined;
  return Object.keys(items?.items?.properties ?? data?.properties ?? {});
}
