/** Why a row cannot be read: what one of its fields must be, never what it is. */
export interface Reason {
  /** Path of the field within the row; absent where the row itself is meant. */
  readonly field?: string;
  readonly sentence: string;
}

/**
 * A native row that cannot be read. The account that attempted it writes the reasons down beside the row's own
 * place, and the call goes on with the next row.
 */
export class RowProblem extends Error {
  readonly reasons: readonly Reason[];

  constructor(reasons: readonly Reason[]) {
    super('A native row cannot be read.');
    this.reasons = reasons;
  }
}

/** The problem of a single field. */
export class FieldProblem extends RowProblem {
  constructor(field: string, sentence: string) {
    super([{ field, sentence }]);
  }
}
