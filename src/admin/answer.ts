import { type Context, InputError, type Operation, type Pages } from '../operations/operation.ts';
import { type Asked, perform } from '../operations/perform.ts';
import { declared } from '../operations/schema.ts';
import type { Answered } from './child-messages.ts';
import { type Paging, pageOf } from './page.ts';

/** What there is of a context for somebody who is elsewhere: a name that they send opens no file of this machine. */
export const FROM_AFAR: Pick<Context, 'file' | 'onProgress' | 'note'> = {
  file: () => {
    throw new InputError('A picture is set on the machine itself, with "mdq site set"');
  },
  onProgress: () => undefined,
  note: () => undefined,
};

/** What an operation answers: its fields, or of a list a page. What was done before says so. */
export async function answerOf(
  context: Context,
  asked: Asked,
  { paging, question }: { readonly paging: Paging; readonly question: string },
): Promise<Answered> {
  const { result, answer, isRepeated } = await perform({ ...context, place: paging.place }, asked);
  if (isList(asked.operation)) {
    const list = result as readonly unknown[] | Pages;
    const { items, next } = await pageOf(list, paging, question, (row) =>
      asked.operation.placeAfter?.(row, asked.input),
    );
    return { data: { items: declared(asked.operation.output, items), next } };
  }
  return { data: isRepeated ? { ...(answer as object), repeated: true } : answer };
}

export function isList({ output }: Operation): boolean {
  return output.type === 'array';
}
