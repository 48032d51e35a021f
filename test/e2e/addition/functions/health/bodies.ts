import * as v from 'valibot';
import { type Bodies, dataReply } from '#shared/schemas/bodies.ts';

export const bodies = {
  reply: dataReply(v.object({ isUp: v.boolean() })),
} satisfies Bodies;
