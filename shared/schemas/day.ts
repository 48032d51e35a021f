import * as v from 'valibot';
import { parseDay } from '../instant.ts';
import { toSchemaMessage } from '../sentence.ts';

const DAY = toSchemaMessage({ en: 'must be a day such as 2026-10-31', zh: '必须是 2026-10-31 这样的日期' });

/** Schema of a calendar day such as `2026-10-31`. */
export const daySchema = v.pipe(
  v.string(DAY),
  v.check((day) => parseDay(day) !== undefined, DAY),
);
