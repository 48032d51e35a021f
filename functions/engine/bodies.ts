import * as v from 'valibot';
import type { Bodies } from '#shared/schemas/bodies.ts';

export const bodies = {
  reply: v.string(),
} satisfies Bodies;
