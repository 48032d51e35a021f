/**
 * A native field that cannot be read. The ledger that reads the row puts the row's own path before it and goes
 * on, so that one refusal names up to 50 fields.
 */
export class FieldProblem extends Error {
  /** @param path of the field within its row; @param sentence what it must be, never what it is. */
  constructor(path: string, sentence: string) {
    super(`${path}: ${sentence}`);
  }
}
