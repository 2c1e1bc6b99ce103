import { type Properties, Type } from '../../lib/schema.ts';

/** The field `items`: a list of objects that have these fields and no others. */
export function itemsOf<Fields extends Properties>(
  fields: Fields,
  about: { readonly description: string; readonly maxItems?: number },
) {
  return { items: Type.Array(Type.Object(fields, { additionalProperties: false }), about) };
}
