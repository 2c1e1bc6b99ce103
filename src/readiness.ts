/** Whether calls can be answered, in words for who watches over it. */
export interface Readiness {
  /** Why not; empty when they can. */
  readonly reasons: readonly string[];
  /** What is wrong although they can; left out when nothing is. */
  readonly notes?: readonly string[];
}

export type Health = () => Promise<Readiness>;
