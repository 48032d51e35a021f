import { parseDay, tryParseInstant } from '#shared/civil-time.ts';
import { DAY_MS, formatDay } from '#shared/instant.ts';
import { Problem } from '../problem.ts';
import { words } from './words.ts';

/** Time after which a window is complete: gateways write rows some minutes after the time in them. */
const CLOSED_AFTER_MS = 5 * 60_000;
const DAYS_MAX = 400;

const parseInstant = (text: string, option: string): number => {
  const time = parseDay(text) ?? tryParseInstant(text);
  if (time === undefined) throw new Problem(words.badTime(option));
  return time;
};

/** A time window in milliseconds since 1970. `to` is excluded. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses the time window of `--from` and `--to`: days in UTC, or date-times with an offset. Throws a Problem if it is
 * empty, longer than 400 days, or ended less than 5 minutes ago.
 */
export function parseWindow(from: string, to: string, nowMs: number): Window {
  const window = { from: parseInstant(from, '--from'), to: parseInstant(to, '--to') };
  if (window.from >= window.to) throw new Problem(words.noWindow);
  if (window.to > nowMs - CLOSED_AFTER_MS)
    throw new Problem(words.openWindow(new Date(nowMs - CLOSED_AFTER_MS).toISOString()));
  if (window.to - window.from > DAYS_MAX * DAY_MS) throw new Problem(words.longWindow(DAYS_MAX));
  return window;
}

/** Splits a window at midnights in UTC. Each part has the day as its `name`, and becomes one file. */
export function* splitIntoDays({ from, to }: Window): Generator<Window & { readonly name: string }> {
  for (let start = from; start < to; ) {
    const end = Math.min((Math.floor(start / DAY_MS) + 1) * DAY_MS, to);
    yield { name: formatDay(start), from: start, to: end };
    start = end;
  }
}
