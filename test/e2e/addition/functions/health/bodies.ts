import * as v from 'valibot';
import { type Bodies, buildReplySchema } from '#shared/schemas/bodies.ts';

/** Bodies of the route. */
export const bodies = {
  reply: buildReplySchema(v.object({ isUp: v.boolean() })),
} satisfies Bodies;
