import { Rejection } from '../../rejections.ts';
import { inEach, type Sentence } from '../../sentence.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import type { Books } from '../link/link.ts';
import type { RunSettings } from '../settings.ts';

const DAY_LENGTH = 'yyyy-mm-dd'.length;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, DAY_LENGTH);

/** Times of rows against a period. */
class Span {
  count = 0;
  inside = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  readonly #start: number;
  readonly #end: number;

  /** @param slackMs so far beyond the period a row may still belong to it */
  constructor({ start, end }: NonNullable<RunSettings['period']>, slackMs: number) {
    this.#start = start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start) - slackMs;
    this.#end = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) + slackMs;
  }

  add(time: number): void {
    this.count++;
    if (time >= this.#start && time < this.#end) this.inside++;
    if (time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
  }

  addPlain({ table, length }: LogColumns): void {
    const { time, flags } = table.columns;
    for (let row = 0; row < length; row++)
      if (((flags[row] as number) & Flag.repeated) === 0) this.add(time[row] as number);
  }

  get days(): Sentence {
    const [first, last] = [dayOf(this.#first), dayOf(this.#last)];
    return first === last
      ? { en: `of ${first}`, zh: `${first} 的` }
      : { en: `of ${first} to ${last}`, zh: `${first} 至 ${last} 的` };
  }
}

/** Charges are dated by their requests, or by day. */
const CHARGE_SLACK_MS = 86_400_000;

const said = ({ start = '…', end = '…' }: NonNullable<RunSettings['period']>): string =>
  /-01T00:00:00(?:\.000)?Z$/.test(start) &&
  Date.parse(end) - Date.parse(start) <= 31 * 86_400_000 &&
  /-01T00:00:00(?:\.000)?Z$/.test(end)
    ? start.slice(0, 'yyyy-mm'.length)
    : `${start}/${end}`;

/**
 * A period that nothing lies in is a mistake, and no month without loss.
 * @throws Rejection that says when the rows are of
 */
export function refuseEmptyPeriod(books: Books, { period }: RunSettings): void {
  if (period === undefined) return;
  const [usage, charges] = [new Span(period, 0), new Span(period, CHARGE_SLACK_MS)];
  usage.addPlain(books.sales);
  for (const { occurredAt } of books.downstreamUsage) usage.add(Date.parse(occurredAt));
  charges.addPlain(books.charges);
  for (const { occurredAt } of books.upstreamCharges) charges.add(Date.parse(occurredAt));
  for (const [span, name] of [
    [usage, { en: 'requests of the log', zh: '条日志请求' }],
    [charges, { en: 'rows of the bill', zh: '条账单记录' }],
  ] as const) {
    if (span.count === 0 || span.inside > 0) continue;
    throw new Rejection(
      'invalid_request',
      inEach((language) =>
        language === 'en'
          ? `None of the ${span.count} ${name.en} lies in the period ${said(period)}; they are ${span.days.en}.`
          : `${span.count} ${name.zh}都不在账期 ${said(period)} 内，而是 ${span.days.zh}。`,
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
