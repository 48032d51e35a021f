/** An expression that is invalid, too long, too deep, or outside the supported subset. */
export class ExpressionProblem extends Error {}
