import { STOP_WORDS } from '../../../../src/docs/search/terms.ts';

export interface Part {
  readonly text: string;
  readonly isHit: boolean;
}

/** A text in parts, those that were asked for marked. Words that stand everywhere are not. */
export function marked(text: string, question: string): Part[] {
  const words = question.match(/\p{Script=Han}+|[^\P{L}\p{Script=Han}]{2,}|\p{N}+/gu) ?? [];
  const asked = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  if (asked.length === 0) return [{ text, isHit: false }];
  return text
    .split(new RegExp(`(${asked.join('|')})`, 'giu'))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
