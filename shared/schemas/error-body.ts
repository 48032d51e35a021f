import * as v from 'valibot';
import { DETAILS_MAX } from '../limits.ts';
import { errorCodes } from '../rejections.ts';
import { boundedArray, closedObject } from './closed.ts';
import { oneOf } from './fields.ts';

const codes = Object.keys(errorCodes) as (keyof typeof errorCodes)[];

/** The contract's error body, the same for every refusal. */
export const errorBodySchema = closedObject({
  error: closedObject({
    code: oneOf(codes),
    message: v.string(),
    details: v.exactOptional(boundedArray(v.string(), DETAILS_MAX)),
  }),
});
export type ErrorBody = v.InferOutput<typeof errorBodySchema>;
