import { relativePeriods } from '#functions/steps/relative-period.ts';
import { jsonata } from './states.ts';

const NAMES = Object.keys(relativePeriods).map((name) => `'${name}'`);
const WITH_DAY = Object.entries(relativePeriods)
  .filter(([, placeholders]) => (placeholders as readonly string[]).includes('dd'))
  .map(([name]) => `'${name}'`);

/**
 * The input with the period that its relative one stands for, and with the first day of it wherever a text has
 * `{yyyy}`, `{mm}` or `{dd}`. Days are those of the input's offset from UTC; times in between are local ones,
 * in milliseconds, as though they were of UTC.
 */
const RESOLVED = jsonata(
  '(',
  '$input := $states.input;',
  '$dayMs := 86400000;',
  "$offsetMs := $exists($input.utcOffset) ? -$toMillis('1970-01-01T00:00:00' & $input.utcOffset) : 0;",
  '$now := $toMillis($exists($input.at) ? $input.at : $states.context.Execution.StartTime) + $offsetMs;',
  '$midnight := $now - $now % $dayMs;',
  "$firstOfMonth := function($ms) { $toMillis($fromMillis($ms, '[Y0001]-[M01]') & '-01T00:00:00Z') };",
  "$start := $input.period = 'yesterday' ? $midnight - $dayMs",
  ": $input.period = 'month-to-date' ? $firstOfMonth($midnight - $dayMs)",
  ': $firstOfMonth($firstOfMonth($midnight) - $dayMs);',
  "$end := $input.period = 'previous-month' ? $firstOfMonth($midnight) : $midnight;",
  "$text := $string($sift($input, function($value, $name) { $not($name in ['at', 'utcOffset']) }));",
  "$text := $replace($text, '{yyyy}', $fromMillis($start, '[Y0001]'));",
  "$text := $replace($text, '{mm}', $fromMillis($start, '[M01]'));",
  `$text := $input.period in [${WITH_DAY}] ? $replace($text, '{dd}', $fromMillis($start, '[D01]')) : $text;`,
  "$merge([$parse($text), {'period': {'start': $fromMillis($start - $offsetMs), 'end': $fromMillis($end - $offsetMs)}}])",
  ')',
);

/** The states before the first: an input with a relative period is resolved, any other goes on as it is. */
export const periodStates = (next: string) => ({
  HasRelativePeriod: {
    Type: 'Choice',
    Choices: [{ Condition: jsonata(`$states.input.period in [${NAMES}]`), Next: 'ResolvePeriod' }],
    Default: next,
  },
  ResolvePeriod: { Type: 'Pass', Output: RESOLVED, Next: next },
});
