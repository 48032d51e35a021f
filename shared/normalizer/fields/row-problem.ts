import { joinAlternatives, type Sentence, withPrefix } from '../../sentence.ts';

/** Reason why a row cannot be read: what a field must be, never its value. */
export interface RowReason {
  /** Paths in the row, any of which would do; absent if the row itself is meant. */
  readonly fields?: readonly string[];
  readonly sentence: Sentence;
  /** Whether the row is valid, and only a setting is missing that says where its money belongs. */
  readonly lacksSetting?: true;
  /** Whether the row can be read, and only the meaning of its kind is unknown. */
  readonly isOfUnknownKind?: true;
}

/** Formats the reason why a row cannot be read: `quota: must be a whole number`. */
export const formatRowReason = ({ fields, sentence }: RowReason): Sentence =>
  fields === undefined ? sentence : withPrefix(joinAlternatives(fields), sentence);

/** Number of stack frames that V8 records with each error. Other engines ignore it. */
const Errors: ErrorConstructor & { stackTraceLimit?: number | undefined } = Error;

/** Error for a row that cannot be read. `RowOutcomes.attempt` catches it, records the reasons and goes on. */
export class RowProblem extends Error {
  /** All problems of the row, each with the fields concerned. */
  readonly reasons: readonly RowReason[];

  constructor(reasons: readonly RowReason[]) {
    // Skip the stack trace: nobody reads it, and recording it would double the time for a body of such rows.
    const { stackTraceLimit } = Errors;
    Errors.stackTraceLimit = 0;
    super('A row cannot be read.');
    Errors.stackTraceLimit = stackTraceLimit;
    this.reasons = reasons;
  }
}

/** Returns the result of `read`; `undefined` if it throws a `RowProblem`. */
export function tryToRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (problem) {
    if (problem instanceof RowProblem) return undefined;
    throw problem;
  }
}

/** A `RowProblem` about one field. */
export class FieldProblem extends RowProblem {
  constructor(at: string | readonly string[], sentence: Sentence) {
    super([{ fields: [at].flat(), sentence }]);
  }
}

/** Error for a row whose only problem is an unknown type or status. */
export class UnknownKindProblem extends RowProblem {
  constructor(at: readonly string[], sentence: Sentence) {
    super([{ fields: at, sentence, isOfUnknownKind: true }]);
  }
}
