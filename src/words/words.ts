import type { ErrorName } from '../errors/callers.ts';

/** A text in another language, beside the English that it was made from: it holds for as long as that is the English. */
export type Translation = readonly [english: string, translated: string];
export type Translations = Readonly<Record<string, Translation>>;

/** What is said of one path, and of those of its parameters and fields that others do not share. */
export interface EndpointWords {
  readonly summary?: Translation;
  readonly description?: Translation;
  /** Other words by which people look for it. */
  readonly keywords?: string;
  readonly parameters?: Translations;
  readonly fields?: Translations;
}

/** A language of the documentation: a folder here, and a line in list.ts. What it leaves out is shown in English. */
export interface Words {
  /** As BCP 47 has it. */
  readonly language: string;
  /** Where its pages stand: in `guides/`, and below `/developers`. */
  readonly folder: string;
  /** The script that only questions in this language are in. */
  readonly script?: RegExp;
  /** By path. */
  readonly endpoints?: Readonly<Record<string, EndpointWords>>;
  readonly parameters?: Translations;
  /** By their path in `data`, or by the last name of it. */
  readonly fields?: Translations;
  readonly errors?: Readonly<Partial<Record<ErrorName, Translation>>>;
  /** What tables and pages say around all that. */
  readonly labels?: Translations;
  readonly types?: Readonly<Record<string, string>>;
  /** Words by which people look for a guide that is not written in this language, by page id. */
  readonly pageKeywords?: Readonly<Record<string, string>>;
  /** Other names of what stands under a heading, with commas between, by page and anchor. */
  readonly sectionNames?: Readonly<Record<string, string>>;
  /** What the pages say, and what people type when they mean it. */
  readonly synonyms?: readonly (readonly [says: string, ...types: string[]])[];
  /** Words of a question that tell nothing of what is looked for. */
  readonly stopWords?: readonly string[];
  /** Whoever uses one of these runs a service. */
  readonly operatorsWords?: RegExp;
}
