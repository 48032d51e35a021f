import { describe, expect, it } from 'vitest';
import { codeCounts } from '../support/engine/code-counts.ts';
import { exampleDay } from '../support/fixtures/example-day.ts';
import { normalized } from '../support/fixtures/native-rows.ts';

const files = exampleDay();

/** `npm run generate` writes the three files anew. */
it.each(Object.entries(files))('examples/%s.json is the day as it is generated', async (name, content) => {
  await expect(`${JSON.stringify(content, null, 2)}\n`).toMatchFileSnapshot(`../../examples/${name}.json`);
});

describe('the example', () => {
  const { report, skipped } = normalized({
    logs: files['new-api-export'],
    upstreamCharges: files['new-api-upstream'],
    payments: files['new-api-topups'],
  });

  it('shows each planted fault under its own name, and nothing else', () =>
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

  it('shows each way in which a row becomes no record', () =>
    expect(skipped).toMatchObject({
      ...{ topup: 1, manage: 1, login: 1, channelTest: 1 },
      ...{ retriedAttempt: 1, refundJoined: 2, pageOverlap: 1 },
    }));
});
