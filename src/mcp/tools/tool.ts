import { type Properties, type Schema, Type, type Values } from '../../lib/schema.ts';
import type { Fields } from '../json-rpc.ts';
import { Result } from '../result.ts';
import { wrongArgument } from './arguments.ts';

/** One of the six: what `tools/list` says about it, and what `tools/call` answers. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Tells an agent when to use it. */
  readonly description: string;
  readonly inputSchema: Schema;
  call(args: Fields): Result;
}

interface ToolParts<F extends Properties> extends Pick<Tool, 'name' | 'title' | 'description'> {
  /** Arguments by name. */
  readonly takes: F;
  readonly call: (args: Values<F>) => Result;
}

/** A tool that is called only with arguments its own schema allows. */
export function createTool<F extends Properties>({ takes, call, ...about }: ToolParts<F>): Tool {
  const inputSchema = Type.Object(takes, { additionalProperties: false });
  return {
    ...about,
    inputSchema,
    call(args) {
      const wrong = wrongArgument(about.name, inputSchema, args);
      return wrong === undefined ? call(args as Values<F>) : toolError(wrong);
    },
  };
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

/** A text with something in it. */
export function text(description: string, about: { readonly maxLength?: number } = {}): Schema<string> {
  return Type.String({ pattern: String.raw`\S`, ...about, description });
}

/** Text, pages and examples are cut short unless a caller asks for all of it. */
export function detail(description: string) {
  return Type.Optional(Type.Boolean({ default: false, description }));
}
