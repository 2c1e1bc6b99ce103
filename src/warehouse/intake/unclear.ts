/** Something that the values do not tell: what of a profile it is, and how it is asked for. */
export interface Unclear {
  readonly about: 'encoding' | 'decimal' | 'dateFormat' | 'amount';
  readonly question: string;
}
