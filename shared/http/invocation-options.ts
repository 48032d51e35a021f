import * as v from 'valibot';
import { closingRuleSchema } from '../closing/closing.ts';
import { LANGUAGES } from '../language.ts';
import { closedObject } from '../schemas/closed.ts';
import { read } from '../schemas/read.ts';

const wholeNumber = (least: number) => {
  const message = `must be a whole number of at least ${least}`;
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(least, message));
};
const flag = v.boolean('must be true or false');

/** What a direct invocation may ask for of any reply. */
const replyOptionsSchema = closedObject({
  /** A larger reply is cut where the endpoint can cut it, and refused with `ReplyTooLarge` where it cannot. */
  maxReplyBytes: v.exactOptional(wholeNumber(1)),
});

/** What a direct invocation may ask for of a report. */
const reportOptionsSchema = closedObject({
  ...replyOptionsSchema.entries,
  /** Lists this many findings at most, the gravest first. */
  maxFindings: v.exactOptional(wholeNumber(0)),
  /** Leaves out the findings and both tables: totals, counts and flags remain. */
  summaryOnly: v.exactOptional(flag),
  /** Adds `meta.closing`: whether the period may close by this rule. */
  closing: v.exactOptional(closingRuleSchema),
  /** Of messages, titles and remedies; English by default. */
  language: v.exactOptional(v.picklist(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`)),
});

/** What a caller who invokes a function directly may ask for besides the request body: each endpoint takes some of it. */
export type InvocationOptions = v.InferOutput<typeof reportOptionsSchema>;

export interface Invocation {
  readonly body: unknown;
  readonly options: InvocationOptions;
}

/**
 * Takes the request body itself, or `{ body, options }`: the bodies of the contract are closed, so that neither word
 * can be one of their fields. Options that it does not know are refused.
 */
function readerOf(optionsSchema: v.GenericSchema<unknown, InvocationOptions>) {
  const wrapperSchema = closedObject({ body: v.unknown(), options: v.exactOptional(optionsSchema, {}) });
  return (payload: unknown): Invocation => {
    const isWrapped =
      typeof payload === 'object' &&
      payload !== null &&
      (Object.hasOwn(payload, 'body') || Object.hasOwn(payload, 'options'));
    return isWrapped ? read(wrapperSchema, payload) : { body: payload, options: {} };
  };
}

/** For endpoints whose replies are whole or refused. */
export const replyOptions = readerOf(replyOptionsSchema);
/** For endpoints that answer with a report, whose list can be cut. */
export const reportOptions = readerOf(reportOptionsSchema);
