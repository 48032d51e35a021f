import * as v from 'valibot';
import { closingRuleSchema } from '../closing/closing.ts';
import { LANGUAGES } from '../language.ts';
import { closedObject } from '../schemas/closed.ts';
import { readBody } from '../schemas/read.ts';

const wholeNumber = (least: number) => {
  const message = `must be a whole number of at least ${least}`;
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(least, message));
};
const flag = v.boolean('must be true or false');

/** Options of a direct invocation of any endpoint. */
const replyOptionsSchema = closedObject({
  /** Largest reply in bytes. A report is shortened to fit; a reply that cannot be shortened is refused with `ReplyTooLarge`. */
  maxReplyBytes: v.exactOptional(wholeNumber(1)),
});

/** Options of a direct invocation that returns a report. */
const reportOptionsSchema = closedObject({
  ...replyOptionsSchema.entries,
  /** Most findings to list, the most severe first. */
  maxFindings: v.exactOptional(wholeNumber(0)),
  /** Leaves out the findings and both tables; totals, counts and flags remain. */
  summaryOnly: v.exactOptional(flag),
  /** Adds `meta.closing`: whether the period may close by this rule. */
  closing: v.exactOptional(closingRuleSchema),
  /** Language of messages, titles and remedies; English by default. */
  language: v.exactOptional(v.picklist(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`)),
});

/** Options of a direct invocation; each endpoint accepts some of them. */
export type InvocationOptions = v.InferOutput<typeof reportOptionsSchema>;

/** Payload of a direct invocation. */
export interface Invocation {
  readonly body: unknown;
  readonly options: InvocationOptions;
}

/**
 * Returns a reader of payloads: a body, or `{ body, options }`, which no body has as fields. Refuses unknown options.
 */
function createReader(optionsSchema: v.GenericSchema<unknown, InvocationOptions>) {
  const wrapperSchema = closedObject({ body: v.unknown(), options: v.exactOptional(optionsSchema, {}) });
  return (payload: unknown): Invocation => {
    const isWrapped =
      typeof payload === 'object' &&
      payload !== null &&
      (Object.hasOwn(payload, 'body') || Object.hasOwn(payload, 'options'));
    return isWrapped ? readBody(wrapperSchema, payload) : { body: payload, options: {} };
  };
}

/** Reads direct invocations of endpoints whose reply cannot be shortened. */
export const readReplyInvocation = createReader(replyOptionsSchema);
/** Reads direct invocations of endpoints that return a report. */
export const readReportInvocation = createReader(reportOptionsSchema);
