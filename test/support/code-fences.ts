/** A block of code on a page of the guides. */
export interface Fence {
  readonly language: string;
  readonly code: string;
  /** Where it begins in the file. */
  readonly line: number;
  /** The file as which the words above tell the reader to save it. */
  readonly saveAs: string | undefined;
  /** Whether it stands right below the block before: then it is what that one prints. */
  readonly isOutput: boolean;
}

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm;
const SAVE_AS = /(?:Save as|存成) `([^`]+)`/;

/** The blocks of code on a page, in order. */
export function codeFences(page: string): Fence[] {
  let end = 0;
  return [...page.matchAll(FENCE)].map(({ 0: block, 1: language = '', 2: code = '', index }) => {
    const above = page.slice(end, index).replace(/<!--.*?-->/g, '');
    end = index + block.length;
    return {
      language,
      code,
      line: page.slice(0, index).split('\n').length,
      saveAs: SAVE_AS.exec(above)?.[1],
      isOutput: /^(text|json)$/.test(language) && above.trim() === '',
    };
  });
}
