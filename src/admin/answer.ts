import { type Context, InputError, type Operation, type Pages } from '../operations/operation.ts';
import { type Asked, perform } from '../operations/perform.ts';
import { declared, withoutAddresses } from '../operations/schema.ts';
import type { Answered } from './child-messages.ts';
import { type Paging, pageOf } from './page.ts';

/** What an operation is given by somebody who is elsewhere. */
export interface AfarContext extends Context {
  /** Messages besides the result. */
  readonly notes: readonly string[];
}

/** A name that is sent opens no file of this machine, and messages besides the result go with the answer. */
export function fromAfar(): Pick<AfarContext, 'file' | 'onProgress' | 'note' | 'notes'> {
  const notes: string[] = [];
  return {
    file: () => {
      throw new InputError('A picture is set on the machine itself, with "mdq site set"');
    },
    onProgress: () => undefined,
    note: (text) => void notes.push(text),
    notes,
  };
}

/** What an operation answers: its fields, or of a list a page. What was done before says so. */
export async function answerOf(
  context: AfarContext,
  asked: Asked,
  { paging, question }: { readonly paging: Paging; readonly question: string },
): Promise<Answered> {
  const { result, answer, isRepeated } = await perform(
    { ...context, cursor: paging.cursor, limit: paging.limit },
    asked,
  );
  if (isList(asked.operation)) {
    const list = result as readonly unknown[] | Pages;
    const { items, next } = await pageOf(list, paging, question, (row) =>
      asked.operation.cursorAfter?.(row, asked.input),
    );
    const { output } = asked.operation;
    const rows = declared(output, items);
    const seen = asked.actor.role === 'admin' ? rows : withoutAddresses(output, rows);
    return { data: { items: seen, next }, notes: context.notes };
  }
  const data = isRepeated ? { ...(answer as object), repeated: true } : answer;
  return { data, notes: context.notes };
}

export function isList({ output }: Operation): boolean {
  return output.type === 'array';
}
