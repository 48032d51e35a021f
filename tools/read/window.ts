import { DAY_MS, dayOf, dayStart, instantOf } from '#shared/instant.ts';
import { Problem } from '../problem.ts';
import { words } from './words.ts';

/** Rows are stamped before they are written, so the last minutes of a list are not closed yet. */
const CLOSED_AFTER_MS = 5 * 60_000;
const DAYS_MAX = 400;

const instantGiven = (text: string, option: string): number => {
  const time = dayStart(text) ?? instantOf(text);
  if (time === undefined) throw new Problem(words.badTime(option));
  return time;
};

/** Milliseconds since 1970; half-open. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** @throws Problem where the window is none, too long, or still open */
export function windowOf(from: string, to: string, nowMs: number): Window {
  const window = { from: instantGiven(from, '--from'), to: instantGiven(to, '--to') };
  if (window.from >= window.to) throw new Problem(words.noWindow);
  if (window.to > nowMs - CLOSED_AFTER_MS)
    throw new Problem(words.openWindow(new Date(nowMs - CLOSED_AFTER_MS).toISOString()));
  if (window.to - window.from > DAYS_MAX * DAY_MS) throw new Problem(words.longWindow(DAYS_MAX));
  return window;
}

/** UTC days of a window: a run that was cut reads one of them again, at most. */
export function* days({ from, to }: Window): Generator<Window & { readonly name: string }> {
  for (let start = from; start < to; ) {
    const end = Math.min((Math.floor(start / DAY_MS) + 1) * DAY_MS, to);
    yield { name: dayOf(start), from: start, to: end };
    start = end;
  }
}
