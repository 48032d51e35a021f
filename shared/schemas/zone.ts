import * as v from 'valibot';
import { toSchemaMessage } from '../sentence.ts';
import { isTimeZone } from '../zoned-time.ts';

const ZONE = toSchemaMessage({
  en: 'must be an offset such as +08:00, or a name such as Asia/Shanghai',
  zh: '必须是 +08:00 这样的偏移，或 Asia/Shanghai 这样的名称',
});
/** Schema of a time zone: an offset, `UTC`, or an IANA name. */
export const zoneSchema = v.pipe(v.string(ZONE), v.check(isTimeZone, ZONE));
