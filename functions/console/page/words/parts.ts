/** A customer who stands out in a cause, and the money of it that is theirs: an exact decimal. */
export interface Standout {
  readonly userId: string;
  readonly amount: string;
  /** Nobody else has a part in it. */
  readonly isAlone: boolean;
}

/** What the sentence that answers is made of. Money is the report's own text. */
export interface HeadlineParts {
  readonly amount: string;
  readonly currency: string;
  readonly model: string | null;
  readonly channelId: string | null;
  readonly customer: Standout | null;
  /** What went wrong, as a clause. */
  readonly reason: string;
  /** Findings that the cause is made of. */
  readonly count: number;
  /** First day, as `2026-03-10`. */
  readonly since: string | null;
}

export interface ReadingParts {
  readonly received: number;
  readonly downstreamUsage: number;
  readonly upstreamCharges: number;
  readonly payments: number;
}
