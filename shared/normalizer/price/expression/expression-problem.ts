/** An expression that is none, is outside the subset understood here, or is too long or too deep. */
export class ExpressionProblem extends Error {}
