import type { PaymentBill } from './bill.ts';

/**
 * Creem: `GET /v1/transactions/search`.
 * Read on 2026-11-27: docs.creem.io/api-reference/endpoint/get-transactions, and a public reader.
 */
export const creem = {
  id: 'creem',
  name: 'Creem transactions',
  ledger: 'payments',
  provider: 'creem',
  signatures: [['object', 'amount_paid', 'tax_amount', 'refunded_amount', 'order']],
  fields: {
    transactionId: { at: ['id', 'order'], as: 'id' },
    movementId: { at: ['id'], as: 'id' },
    occurredAt: { at: ['created_at'], as: 'time' },
    movement: { at: ['status'], as: 'name' },
    // Without tax, which Creem keeps as the merchant of record.
    amount: { at: ['amount'], as: 'minorUnits' },
    // With tax.
    returned: { at: ['refunded_amount'], as: 'minorUnits' },
    returnedOf: { at: ['amount_paid'], as: 'minorUnits' },
    currency: { at: ['currency'], as: 'currency' },
  },
  movements: [
    ['paid', 'charge'],
    ['refunded', 'charge'],
    ['partialRefund', 'charge'],
    ['chargeback', 'charge'],
    ['pending', 'none'],
  ],
  chargedBack: { at: 'status', begins: 'chargeback' },
  limitations: [
    'No field contains the gateway’s order number, so transactions are not joined to its top-ups.',
    'Not all statuses are documented. Rows have no fee.',
  ],
} as const satisfies PaymentBill;
