import * as v from 'valibot';
import { boundedArray, closedObject } from '../schemas/closed.ts';
import { daySchema } from '../schemas/day.ts';
import { amountSchema, nameSchema, textSchema } from '../schemas/fields.ts';

/** More rules than a person keeps. */
const RULES_MAX = 1000;

/** A cause that its operator knows: what it is about, up to which amount, until which day, and why. */
const knownRuleSchema = closedObject({
  code: nameSchema,
  model: v.exactOptional(nameSchema),
  channelId: v.exactOptional(nameSchema),
  userId: v.exactOptional(nameSchema),
  upTo: v.exactOptional(amountSchema),
  until: v.exactOptional(daySchema),
  note: v.exactOptional(textSchema),
});
export type KnownRule = v.InferOutput<typeof knownRuleSchema>;

/** `known.json`: what page, month and workflow read and write. */
export const knownSchema = closedObject({ known: boundedArray(knownRuleSchema, RULES_MAX) });
export type KnownRules = v.InferOutput<typeof knownSchema>;
