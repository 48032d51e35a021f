import * as v from 'valibot';
import { type Bodies, replySchema } from '#shared/schemas/bodies.ts';

/** Bodies of the route. */
export const bodies = {
  reply: replySchema(v.object({ isUp: v.boolean() })),
} satisfies Bodies;
