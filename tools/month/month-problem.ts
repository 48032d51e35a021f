/** A mistake of the person who runs the command, in a sentence that says what to do. Exit code 2. */
export class MonthProblem extends Error {}
