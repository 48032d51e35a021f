import { describe, expect, it } from 'vitest';
import { newApiRow } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

describe('the output repeats from the input:', () => {
  const period = { start: '2026-08-17T00:00:00Z', end: '2026-08-18T00:00:00Z' };

  it('currency and period', () => {
    expect(normalizeAndCheck({ logs: [], currency: 'EUR', period })).toMatchObject({
      currency: 'EUR',
      period,
    });
    const silent = normalizeAndCheck({ logs: [] });
    expect(silent).not.toHaveProperty('currency');
    expect(silent).not.toHaveProperty('period');
  });

  it('ledgers, also empty ones', () => {
    const { upstreamCharges, payments } = normalizeAndCheck({ logs: [], upstreamCharges: [], payments: [] });
    expect([upstreamCharges, payments]).toEqual([[], []]);
    const silent = normalizeAndCheck({ logs: [] });
    expect(silent).not.toHaveProperty('upstreamCharges');
    expect(silent).not.toHaveProperty('payments');
  });

  it('records in the order of their rows', () => {
    const logs = [3, 1, 2].map((id) => newApiRow({ id, request_id: `r${id}`, user_id: id }));
    const { downstreamUsage } = normalizeAndCheck({ logs });
    expect(downstreamUsage.map(({ requestId }) => requestId)).toEqual(['r3', 'r1', 'r2']);
  });
});
