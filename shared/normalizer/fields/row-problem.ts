import { joinAlternatives, prefixPlace, type Sentence } from '../../sentence.ts';

/** Why a row cannot be read: what one of its fields must be, never what it is. */
export interface RowReason {
  /** Paths within the row of which any would do; absent where the row itself is meant. */
  readonly fields?: readonly string[];
  readonly sentence: Sentence;
}

/** `field: what it must be`, or what the row must be. */
export const reasonSentence = ({ fields, sentence }: RowReason): Sentence =>
  fields === undefined ? sentence : prefixPlace(joinAlternatives(fields), sentence);

/** Engines write down so many calls with each error; where one does not, this is a field that nobody reads. */
const Errors: ErrorConstructor & { stackTraceLimit?: number | undefined } = Error;

/**
 * A native row that cannot be read. The account that attempted it writes the reasons down beside the row's own
 * place, and the call goes on with the next row.
 */
export class RowProblem extends Error {
  readonly reasons: readonly RowReason[];

  constructor(reasons: readonly RowReason[]) {
    // Nobody reads where it was thrown, and a body of such rows would take twice its time to write that down.
    const { stackTraceLimit } = Errors;
    Errors.stackTraceLimit = 0;
    super('A native row cannot be read.');
    Errors.stackTraceLimit = stackTraceLimit;
    this.reasons = reasons;
  }
}

/** The problem of a single field. */
export class FieldProblem extends RowProblem {
  /** @param at its path, or several of which any would do */
  constructor(at: string | readonly string[], sentence: Sentence) {
    super([{ fields: [at].flat(), sentence }]);
  }
}
