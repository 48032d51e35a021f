const RATE = /^rate\((?:1 (?:minute|hour|day)|[1-9]\d* (?:minutes|hours|days))\)$/;
const CRON = /^cron\(([^ ]+) ([^ ]+) ([^ ]+) ([^ ]+) ([^ ]+) ([^ ]+)\)$/;
/** One comma-separated part of a field of a cron expression, such as `*`, `5`, `MON-FRI`, `0/15` or `L`. */
const FIELD = /^(?:\*|\?|L|LW|\d+W|(?:\d+|[A-Z]{3})(?:[-/#](?:\d+|[A-Z]{3}))?(?:\/\d+)?L?|\*\/\d+)$/;
/** Largest number in minutes, hours, days of the month, months, days of the week, years. */
const FIELD_MAX = [59, 23, 31, 12, 7, 2199];

/** Whether the text is a `rate(…)` or `cron(…)` expression that EventBridge Scheduler accepts. */
export function isScheduleExpression(text: string): boolean {
  if (RATE.test(text)) return true;
  const fields = CRON.exec(text)?.slice(1);
  if (fields === undefined) return false;
  const isOpen = (index: number) => fields[index] === '?';
  const parts = fields.flatMap((field, index) => field.split(',').map((part) => ({ part, index })));
  return (
    isOpen(2) !== isOpen(4) &&
    ![0, 1, 3, 5].some(isOpen) &&
    parts.every(
      ({ part, index }) =>
        FIELD.test(part) &&
        (part.match(/\d+/g) ?? []).every((number) => Number(number) <= (FIELD_MAX[index] ?? 0)),
    )
  );
}

const DAILY_RATE = /^rate\((?:\d+ minutes?|(?:1 hour|(?:[2-9]|1\d|2[0-4]) hours)|1 day)\)$/;
const DAILY_CRON = /^cron\([^ ]+ [^ ]+ (?:\* \* \?|\? \* \*) \*\)$/;

/** Whether a valid `rate(…)` or `cron(…)` expression runs at least once on every day. */
export const isDaily = (expression: string): boolean =>
  DAILY_RATE.test(expression) || DAILY_CRON.test(expression);
