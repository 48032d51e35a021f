import type * as v from 'valibot';
import { closedObject } from './closed.ts';

/** What travels to and from an endpoint, for its description. Handlers validate requests themselves. */
export interface Bodies {
  /** The JSON body of a POST. */
  readonly request?: v.GenericSchema;
  /** The JSON body of the 200 reply. */
  readonly reply: v.GenericSchema;
}

/** The contract's wrapper of every successful reply: `{ data }`, and `meta` where the endpoint has one. */
export const dataReply = (data: v.GenericSchema, meta?: v.GenericSchema): v.GenericSchema =>
  closedObject(meta ? { data, meta } : { data }) as v.GenericSchema;
