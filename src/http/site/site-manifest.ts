/** What the built site consists of, as its build writes it down and the server reads it. */
export interface SiteManifest {
  /** The state of the sources that it was built from. */
  readonly sources: string;
  /** The hashes of all styles inside pages: going from one to another does not change the policy of the first. */
  readonly styles: readonly string[];
  /** By address below `/developers/`. */
  readonly files: Readonly<Record<string, SiteFile>>;
}

export interface SiteFile {
  readonly name: string;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content, so a browser may keep it for good. */
  readonly isHashed: boolean;
  /** `name.br` and `name.gz` are there too; where it has tokens, they are made once it is filled in. */
  readonly isCompressed: boolean;
  /** It holds places for what is the operator's. */
  readonly hasTokens?: boolean;
  readonly isForOperators?: boolean;
  /** The hashes of the scripts inside a page. */
  readonly scripts?: readonly string[];
}
