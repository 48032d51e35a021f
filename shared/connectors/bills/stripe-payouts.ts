import type { PaymentBill } from './bill.ts';
import { stripeMovements } from './stripe-movements.ts';

/** Stripe: the itemized payout reconciliation report (`payout_reconciliation.itemized.5`). */
export const stripePayouts = {
  id: 'stripe-payouts',
  name: 'Stripe payout reconciliation, itemized',
  sources: [
    'https://docs.stripe.com/reports/report-types/payout-reconciliation',
    'https://docs.stripe.com/reports/reporting-categories',
  ],
  checkedAt: '2026-11-22',
  ledger: 'payments',
  provider: 'stripe',
  marks: [['balance_transaction_id', 'reporting_category', 'gross']],
  fields: {
    transactionId: { at: ['charge_id'], as: 'id' },
    ownId: { at: ['source_id', 'balance_transaction_id'], as: 'id' },
    movementId: { at: ['balance_transaction_id'], as: 'id' },
    orderId: {
      at: ['payment_metadata[trade_no]', 'payment_metadata[order_id]', 'client_reference_id'],
      as: 'id',
      notes: 'the gateway’s `trade_no`, where the integration has handed it on',
    },
    userId: { at: ['payment_metadata[user_id]'], as: 'id' },
    occurredAt: { at: ['created_utc', 'charge_created_utc'], as: 'utcTime' },
    movement: { at: ['reporting_category'], as: 'name' },
    amount: { at: ['gross'], as: 'amount' },
    fee: { at: ['fee'], as: 'amount' },
    currency: { at: ['currency'], as: 'currency' },
  },
  movements: stripeMovements,
  limitations: [
    'Select the columns balance_transaction_id, charge_id, created_utc, reporting_category, gross, fee and currency. Manual payouts have no rows.',
    'Amounts are in the settlement currency. Declined attempts have no row.',
    'No default column has the gateway’s order number (`trade_no`): select client_reference_id, or the metadata of the payment, to have payments joined to the gateway’s top-ups.',
  ],
} as const satisfies PaymentBill;
