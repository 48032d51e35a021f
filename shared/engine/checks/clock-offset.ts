import { MINUTE_MS } from '../../instant.ts';
import { byKey, count, fields, greatest, least, type Made } from '../tally/accumulators.ts';
import { check, code } from './check.ts';

const STEP_MS = 30 * MINUTE_MS;
const NEAR_MS = 5 * MINUTE_MS;
const OFFSET_MS_MIN = 60 * MINUTE_MS;
/** The lines of a batch all end at once; that is no clock. */
const SPREAD_MS_MIN = 30 * MINUTE_MS;
const PAIRS_MIN = 5;

/** Delivered matched pairs, and those of them that are off by a multiple of half an hour. */
const clocks = fields({
  pairs: count,
  steps: byKey(fields({ pairs: count, first: least, last: greatest })),
});

function addPair(tally: Made<typeof clocks>, soldAt: number, servedAt: number): void {
  tally.pairs.value++;
  const offset = servedAt - soldAt;
  const step = Math.round(offset / STEP_MS);
  if (Math.abs(offset - step * STEP_MS) > NEAR_MS) return;
  const shifted = tally.steps.at(`${step}`);
  shifted.pairs.value++;
  shifted.first.add(soldAt);
  shifted.last.add(soldAt);
}

/** The two usage ledgers keep the same time. */
export const clockOffset = check({
  id: 'clock-offset',
  invariant:
    'Serving attempts have the times of their requests. The clocks differ if at least 80 % of 5 or more delivered matched pairs are off by the same multiple of half an hour, to within 5 minutes, and by at least one hour. Requests that all came within half an hour, like those of a batch, prove nothing.',
  codes: {
    ledger_clock_offset: code('report', ['warning'], null, {
      needs: 'upstreamCharges',
      en: {
        title:
          'The times of the two usage ledgers are a fixed number of half hours apart: a time zone was lost.',
        remedy:
          'Export times with their offset. Rows near the ends of the period may be counted in the wrong one.',
        clause: 'the clocks of the two usage ledgers differ',
        message: ({ counts: { pairs, shifted, offsetMinutes = 0 } }) => {
          const direction = offsetMinutes < 0 ? 'before' : 'after';
          return `${shifted} of ${pairs} matched requests were served ${Math.abs(offsetMinutes)} minutes ${direction} they were made, give or take 5 minutes, so one ledger's clock is off.`;
        },
      },
      zh: {
        title: '用量账与上游账的时间相差整数个半小时：时区信息丢失。',
        remedy: '导出时间时请带上时区偏移；临近账期首尾的记录可能因此计入错误的账期。',
        clause: '两本账的时钟不一致',
        message: ({ counts: { pairs, shifted, offsetMinutes = 0 } }) =>
          `${pairs} 个已匹配的请求中，有 ${shifted} 个的上游时间比请求时间${offsetMinutes < 0 ? '早' : '晚'} ${Math.abs(offsetMinutes)} 分钟（误差不超过 5 分钟），其中一本账的时钟有偏差。`,
      },
    }),
  },
  tally: clocks,
  simple: false,
  countSimple({ sale, charge }, { tally }) {
    if (charge !== undefined) addPair(tally, sale.occurredAt, charge.occurredAt);
  },
  request({ sold, bought: { serving }, anchor }, { tally }) {
    if (sold.delivered && serving !== undefined) addPair(tally, anchor, serving.occurredAt);
  },
  conclude({ tally, find }) {
    const pairs = tally.pairs.value;
    if (pairs < PAIRS_MIN) return;
    for (const [step, { pairs: own, first, last }] of tally.steps) {
      const shifted = own.value;
      const offsetMs = Number.parseInt(step, 10) * STEP_MS;
      const spreadMs = (last.value ?? 0) - (first.value ?? 0);
      // At most one step holds 80 %.
      if (shifted * 5 >= pairs * 4 && Math.abs(offsetMs) >= OFFSET_MS_MIN && spreadMs >= SPREAD_MS_MIN)
        find('ledger_clock_offset', { counts: { shifted, pairs, offsetMinutes: offsetMs / MINUTE_MS } });
    }
  },
});
