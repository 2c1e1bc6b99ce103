import Type, { type TProperties } from 'typebox';

/** The field `items`: a list of objects that have these fields and no others. */
export function itemsOf<Fields extends TProperties>(
  fields: Fields,
  about: { readonly description: string; readonly maxItems?: number },
) {
  return { items: Type.Array(Type.Object(fields, { additionalProperties: false }), about) };
}
