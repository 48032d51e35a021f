import * as v from 'valibot';
import { closedObject } from '../schemas/closed.ts';

const wholeNumber = (least: number) => {
  const message = `must be a whole number of at least ${least}`;
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(least, message));
};

/** What a direct invocation may ask for of any reply. */
export const replyOptionsSchema = closedObject({
  /** A larger reply is cut where the endpoint can cut it, and refused with `ReplyTooLarge` where it cannot. */
  maxReplyBytes: v.exactOptional(wholeNumber(1)),
});

/** What a direct invocation may ask for of a report. */
export const reportOptionsSchema = closedObject({
  ...replyOptionsSchema.entries,
  /** Lists this many findings at most, the gravest first. */
  maxFindings: v.exactOptional(wholeNumber(0)),
  /** Leaves out the findings and both tables: totals, counts and flags remain. */
  summaryOnly: v.exactOptional(v.boolean('must be true or false')),
});

export type ReplyOptions = v.InferOutput<typeof replyOptionsSchema>;
export type ReportOptions = v.InferOutput<typeof reportOptionsSchema>;
