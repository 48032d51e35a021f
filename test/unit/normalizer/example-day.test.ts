import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeCounts } from '../../support/engine/code-counts.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(`examples/${name}.json`, 'utf8'));

/** A day of an invented new-api gateway, as its administrator would export it, with the faults that the service finds. */
describe('the example', () => {
  const { report, skipped } = normalizeAndCheck({
    logs: read('new-api-export'),
    upstreamCharges: read('new-api-upstream'),
    payments: read('new-api-topups'),
  });

  it('shows each planted fault under its own code, and no other finding', () =>
    expect(codeCounts(report)).toEqual({
      absorbed_cost: 1,
      chargeback_credit_not_reversed: 1,
      charged_upstream_failed: 1,
      currency_excluded: 1,
      model_mismatch: 1,
      negative_margin_request: 1,
      partial_refund: 1,
      payment_credit_unknown: 1,
      payment_pending: 1,
      price_overcharge: 1,
      price_undercharge: 2,
      retry_cost: 1,
      token_mismatch: 1,
      unlinked_refund: 1,
      unmatched_downstream: 2,
      unmatched_upstream: 1,
      upstream_missing_request_id: 1,
      zero_charge_with_cost: 1,
    }));

  it('contains every reason why a row becomes no record', () =>
    expect(skipped).toMatchObject({
      topup: 1,
      manage: 1,
      login: 1,
      channelTest: 1,
      retriedAttempt: 1,
      refundJoined: 2,
      pageOverlap: 1,
    }));
});
