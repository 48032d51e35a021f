import { DAY_MS } from '../../instant.ts';
import { Rejection } from '../../rejections.ts';
import { inEach, type Sentence } from '../../sentence.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import type { Books } from '../link/link.ts';
import type { RunSettings } from '../settings.ts';

const DAY_LENGTH = 'yyyy-mm-dd'.length;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, DAY_LENGTH);

/** Times of rows against a period, in epoch milliseconds; `null` of no rows. Plain JSON. */
export interface Span {
  readonly count: number;
  readonly inside: number;
  readonly first: number | null;
  readonly last: number | null;
}

const least = (a: number | null, b: number | null, isLess: (a: number, b: number) => boolean) =>
  a === null || (b !== null && isLess(b, a)) ? b : a;

export const addSpans = (a: Span, b: Span): Span => ({
  count: a.count + b.count,
  inside: a.inside + b.inside,
  first: least(a.first, b.first, (one, other) => one < other),
  last: least(a.last, b.last, (one, other) => one > other),
});

/** @param slackMs so far beyond the period a row may still belong to it */
function spanOf(
  plain: LogColumns,
  others: readonly { readonly occurredAt: string }[],
  { start, end }: NonNullable<RunSettings['period']>,
  slackMs: number,
): Span {
  const from = start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start) - slackMs;
  const until = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) + slackMs;
  let [count, inside] = [0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const add = (time: number): void => {
    count++;
    if (time >= from && time < until) inside++;
    if (time < first) first = time;
    if (time > last) last = time;
  };
  const { time, flags } = plain.table.columns;
  for (let row = 0; row < plain.length; row++)
    if (((flags[row] as number) & Flag.repeated) === 0) add(time[row] as number);
  for (const { occurredAt } of others) add(Date.parse(occurredAt));
  return count === 0 ? { count, inside, first: null, last: null } : { count, inside, first, last };
}

const daysOf = ({ first, last }: Span): Sentence => {
  const [from, to] = [dayOf(first ?? 0), dayOf(last ?? 0)];
  return from === to
    ? { en: `of ${from}`, zh: `${from} 的` }
    : { en: `of ${from} to ${to}`, zh: `${from} 至 ${to} 的` };
};

/** Charges are dated by their requests, or by day. */
const CHARGE_SLACK_MS = DAY_MS;

const said = ({ start = '…', end = '…' }: NonNullable<RunSettings['period']>): string =>
  /-01T00:00:00(?:\.000)?Z$/.test(start) &&
  Date.parse(end) - Date.parse(start) <= 31 * DAY_MS &&
  /-01T00:00:00(?:\.000)?Z$/.test(end)
    ? start.slice(0, 'yyyy-mm'.length)
    : `${start}/${end}`;

/** The times of the log, and those of the bill. */
export interface Spans {
  readonly usage: Span;
  readonly charges: Span;
}

export const spansOf = (books: Books, period: NonNullable<RunSettings['period']>): Spans => ({
  usage: spanOf(books.sales, books.downstreamUsage, period, 0),
  charges: spanOf(books.charges, books.upstreamCharges, period, CHARGE_SLACK_MS),
});

/**
 * A period that nothing lies in is a mistake, and no month without loss.
 * @throws Rejection that says when the rows are of
 */
export function refuseEmptyPeriod(
  { usage, charges }: Spans,
  period: NonNullable<RunSettings['period']>,
): void {
  for (const [span, name] of [
    [usage, { en: 'requests of the log', zh: '条日志请求' }],
    [charges, { en: 'rows of the bill', zh: '条账单记录' }],
  ] as const) {
    if (span.count === 0 || span.inside > 0) continue;
    throw new Rejection(
      'invalid_request',
      inEach((language) =>
        language === 'en'
          ? `None of the ${span.count} ${name.en} lies in the period ${said(period)}; they are ${daysOf(span).en}.`
          : `${span.count} ${name.zh}都不在账期 ${said(period)} 内，而是 ${daysOf(span).zh}。`,
      ),
      [
        {
          en: 'Give the period that they are of (--period), or the files of that period.',
          zh: '请把 --period 改为它们所在的账期，或提供该账期的文件。',
        },
      ],
    );
  }
}
