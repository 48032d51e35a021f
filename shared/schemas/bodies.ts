import * as v from 'valibot';
import { DETAILS_MAX } from '../limits.ts';
import { errorCodes } from '../rejections.ts';
import { boundedArray, closedObject } from './closed.ts';
import { oneOf } from './fields.ts';

/** Schemas of an endpoint's bodies, for the OpenAPI document. Handlers validate requests themselves. */
export interface Bodies {
  /** The JSON body of a POST. */
  readonly request?: v.GenericSchema;
  /** The JSON body of the 200 reply. */
  readonly reply: v.GenericSchema;
}

/** Builds the schema of a successful reply: `{ data }`, with `meta` if the endpoint has one. */
export const buildReplySchema = (data: v.GenericSchema, meta?: v.GenericSchema): v.GenericSchema =>
  closedObject(meta ? { data, meta } : { data }) as v.GenericSchema;

const codes = Object.keys(errorCodes) as (keyof typeof errorCodes)[];

/** Schema of the error body of every refusal. */
export const errorBodySchema = closedObject({
  error: closedObject({
    code: oneOf(codes),
    message: v.string(),
    details: v.exactOptional(boundedArray(v.string(), DETAILS_MAX)),
  }),
});
/** Error body of every refusal. */
export type ErrorBody = v.InferOutput<typeof errorBodySchema>;
