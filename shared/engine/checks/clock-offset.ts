import { MINUTE_MS } from '../../instant.ts';
import { type Accumulator, byKey, count, fields, timeRange } from '../tally/accumulators.ts';
import { check, code } from './check.ts';

const STEP_MS = 30 * MINUTE_MS;
const NEAR_MS = 5 * MINUTE_MS;
const OFFSET_MS_MIN = 60 * MINUTE_MS;
/** Least time between the requests: a batch ends all its requests at once, which says nothing about the clock. */
const SPREAD_MS_MIN = 30 * MINUTE_MS;
const PAIRS_MIN = 5;

/** Number of delivered matched requests, and of those that differ by a multiple of half an hour. */
const offsets = fields({
  pairs: count,
  steps: byKey(fields({ pairs: count, times: timeRange })),
});

function addPair(tally: Accumulator<typeof offsets>, soldAt: number, servedAt: number): void {
  tally.pairs.value++;
  const offset = servedAt - soldAt;
  const step = Math.round(offset / STEP_MS);
  if (Math.abs(offset - step * STEP_MS) > NEAR_MS) return;
  const shifted = tally.steps.at(`${step}`);
  shifted.pairs.value++;
  shifted.times.add(soldAt);
}

/**
 * Finds usage ledgers whose clocks or time zones differ.
 *
 * Invariant: The bill dates an attempt at the time of its request. The clocks differ if at least 80 % of 5 or more
 * delivered, matched requests are off by the same multiple of half an hour, within 5 minutes, and by at least one
 * hour. Requests that all came within half an hour, such as a batch, prove nothing.
 */
export const clockOffset = check({
  id: 'clock-offset',
  codes: {
    ledger_clock_offset: code('report', ['warning'], null, { needs: 'upstreamCharges' }),
  },
  tally: offsets,
  simple: false,
  countSimple({ sale, charge }, { tally }) {
    if (charge !== undefined) addPair(tally, sale.occurredAt, charge.occurredAt);
  },
  request({ sales, charges: { serving }, time }, { tally }) {
    if (sales.isDelivered && serving !== undefined) addPair(tally, time, serving.occurredAt);
  },
  conclude({ tally, find }) {
    const pairs = tally.pairs.value;
    if (pairs < PAIRS_MIN) return;
    for (const [step, { pairs: own, times }] of tally.steps) {
      const { first, last } = times.ends;
      const shifted = own.value;
      const offsetMs = Number.parseInt(step, 10) * STEP_MS;
      const spreadMs = (last ?? 0) - (first ?? 0);
      // At most one offset can apply to 80 % of the requests.
      if (shifted * 5 >= pairs * 4 && Math.abs(offsetMs) >= OFFSET_MS_MIN && spreadMs >= SPREAD_MS_MIN)
        find('ledger_clock_offset', { counts: { shifted, pairs, offsetMinutes: offsetMs / MINUTE_MS } });
    }
  },
});
