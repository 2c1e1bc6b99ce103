import type { Fields } from '../json-rpc.ts';
import { Result } from '../result.ts';

/** One of the six: what `tools/list` says about it, and what `tools/call` answers. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Tells an agent when to use it. */
  readonly description: string;
  readonly inputSchema: Fields;
  call(args: Fields): Result;
}

/**
 * An answer is one text. Clients hand a model either the text or the structured content, never both, and differ in
 * which: what is said in one form reaches every model, and is paid for once.
 */
export function toolResult(text: string): Result {
  return new Result({ content: [{ type: 'text', text }] });
}

/** A mistake in the arguments. It is a result, so that a model sees it and can try again. */
export function toolError(text: string): Result {
  return new Result({ content: [{ type: 'text', text }], isError: true });
}

export const NO_ARGUMENTS: Fields = { type: 'object', additionalProperties: false };

export function text(description: string): Fields {
  return { type: 'string', description };
}

/** The first of these arguments that is given, if it is a text with something in it. */
export function textArgument(args: Fields, ...names: string[]): string | undefined {
  const given = names.map((name) => args[name]).find((value) => value !== undefined);
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
}
