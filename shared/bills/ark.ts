import type { ChargeBill } from './bill.ts';

/**
 * Volcengine Ark in `ListBillDetail` and `ListSplitBillDetail`.
 * Read on 2026-11-22: volcengine.com/docs/6269/1127842, volcengine.com/docs/6269/1127494,
 * github.com/volcengine/ark-cli (skills/arkcli-billing).
 */
export const ark = {
  id: 'ark',
  name: 'Volcengine Ark bill details',
  nameInChinese: '火山方舟账单',
  ledger: 'upstreamCharges',
  signatures: [['PayableAmount', 'ExpenseDate', 'BillCategory']],
  fields: {
    occurredAt: { at: ['ExpenseDate', 'BillPeriod'], as: 'chinaTime' },
    model: { at: ['ConfigName', 'Element'], as: 'name' },
    cost: { at: ['PayableAmount'], as: 'amount' },
    currency: { at: ['Currency'], as: 'currency' },
  },
  meter: {
    kind: { at: ['Element'], as: 'name' },
    kinds: [
      ['缓存存储', 'none'],
      ['缓存', 'cacheRead'],
      ['输入', 'input'],
      ['输出', 'output'],
    ],
    quantity: { at: ['Count'], as: 'quantity' },
    unit: { at: ['Unit'], as: 'name' },
  },
  limitations: [
    'Each row covers one day and one meter of an endpoint or key. It has no request id.',
    'The bill does not state its time zone. Days are read as days in China (UTC+8).',
    'The names of token kinds are not documented; they were taken from examples. The bill becomes final one day after the usage.',
  ],
} as const satisfies ChargeBill;
