import { describe, expect, test } from 'vitest';
import { toUpstreamRow } from '#shared/engine/rows/ledgers.ts';
import { byTie, earliestFirst, findFirst, latestFirst } from '#shared/engine/rows/order.ts';
import type { UsageRow } from '#shared/engine/rows/row.ts';
import type { UpstreamRecord } from '#shared/schemas/reconciliation-input.ts';

const row = (change: Partial<UpstreamRecord>): UsageRow =>
  toUpstreamRow(
    {
      requestId: 'r',
      occurredAt: '2026-03-10T10:00:00Z',
      model: 'm',
      status: 'failed',
      costAmount: '1',
      ...change,
    },
    'USD',
  );

/** What decides, in this order; the first of each pair wins, whatever comes further down says otherwise. */
const ranks: [string, Partial<UpstreamRecord>, Partial<UpstreamRecord>][] = [
  ['larger net', { costAmount: '1.1' }, { costAmount: '1' }],
  ['later time', { occurredAt: '2026-03-10T10:00:00.001Z' }, { occurredAt: '2026-03-10T10:00:00Z' }],
  ['status in the contract’s order', { status: 'success' }, { status: 'failed' }],
  ['pending before refunded', { status: 'pending' }, { status: 'refunded' }],
  ['model by code unit', { model: 'Z' }, { model: 'a' }],
  ['no channel before any', {}, { channelId: 'a' }],
  ['channel by code unit', { channelId: 'a' }, { channelId: 'b' }],
  ['no upstream id before any', {}, { upstreamId: 'a' }],
  ['upstream id by code unit', { upstreamId: 'a' }, { upstreamId: 'aa' }],
  ['larger gross', { costAmount: '2', refundAmount: '1' }, { costAmount: '1' }],
  ['a refund of 0 and none are alike; more input', { tokens: { input: 2 } }, { tokens: { input: 1 } }],
  ['some tokens before none', { tokens: { input: 0 } }, {}],
  ['input before output', { tokens: { input: 2, output: 1 } }, { tokens: { input: 1, output: 9 } }],
  ['more media, last', { tokens: { input: 1, media: 2 } }, { tokens: { input: 1, media: 1 } }],
];

describe('tie-breaks', () => {
  test.each(ranks)('%s', (_, first, second) => {
    const [winner, loser] = [row(first), row(second)];
    expect(byTie(winner, loser)).toBeLessThan(0);
    expect(byTie(loser, winner)).toBeGreaterThan(0);
    expect(byTie(winner, winner)).toBe(0);
    expect(findFirst([loser, winner], byTie)).toBe(winner);
    expect(findFirst([winner, loser], byTie)).toBe(winner);
  });

  test.each([0, 1, 2, 4, 6, 8, 9])('tie-break %i precedes all later ones', (index) => {
    const [, first, second] = ranks[index] as (typeof ranks)[number];
    for (const [, better, worse] of ranks.slice(index + 1)) {
      const keys = new Set([...Object.keys(better), ...Object.keys(worse)]);
      if (Object.keys({ ...first, ...second }).some((key) => keys.has(key))) continue;
      expect(byTie(row({ ...worse, ...first }), row({ ...better, ...second }))).toBeLessThan(0);
    }
  });

  test('the earliest and latest row are chosen by time, then by tie-break', () => {
    const [early, late] = [
      row({ costAmount: '1' }),
      row({ costAmount: '2', occurredAt: '2026-03-10T11:00:00Z' }),
    ];
    expect(findFirst([late, early], earliestFirst)).toBe(early);
    expect(findFirst([early, late], latestFirst)).toBe(late);
    const dear = row({ costAmount: '3' });
    expect(findFirst([early, dear], earliestFirst)).toBe(dear);
    expect(findFirst([early, dear], latestFirst)).toBe(dear);
    expect(findFirst([], earliestFirst)).toBeUndefined();
  });
});
