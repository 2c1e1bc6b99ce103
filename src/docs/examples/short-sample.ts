import { jsonText } from './json-text.ts';

/** A sample answer with two items of each list and how many more there are, or one item where it is not `marked`. */
export function shortSample(value: unknown, marked: boolean): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, marked ? 2 : 1).map((item) => shortSample(item, marked));
    const more = value.length - shown.length;
    return marked && more > 0 ? [...shown, `… ${more} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortSample(item, marked)]));
}

const JSON_FENCE = /^```json\n([\s\S]*?)\n```$/gm;
const FOLDING = /^<\/?details>$|^<summary>.*<\/summary>$/gm;

/** A page for reading over a wire that is paid for by the word: long answers in it are cut, nothing else. */
export function withShortAnswers(markdown: string): string {
  return markdown
    .replace(JSON_FENCE, (fence, text: string) => {
      const answer = parsedAnswer(text);
      return answer === undefined ? fence : `\`\`\`json\n${jsonText(shortSample(answer, true))}\n\`\`\``;
    })
    .replace(FOLDING, '')
    .replace(/\n{3,}/g, '\n\n');
}

/** Stands for a sample answer that was left out. */
const LEFT_OUT = '*(Sample answer: `detail: true`.)*';

/** A page without the answers in it: they are often half of its text, and the fields are described in words. */
export function withoutAnswers(markdown: string): string {
  return withShortAnswers(markdown).replace(JSON_FENCE, (fence, text: string) =>
    text.includes('"code": 200') ? LEFT_OUT : fence,
  );
}

/** What the service answered, where a text is that. */
function parsedAnswer(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'code' in value ? value : undefined;
  } catch {
    // A text with an ellipsis in it has been cut by hand.
    return undefined;
  }
}
