import type * as v from 'valibot';
import { closedObject } from '../schemas/closed.ts';

/** The contract's wrapper of every successful reply: `{ data }`, and `meta` where the endpoint has one. */
export const dataReply = (data: v.GenericSchema, meta?: v.GenericSchema): v.GenericSchema =>
  closedObject(meta ? { data, meta } : { data }) as v.GenericSchema;
