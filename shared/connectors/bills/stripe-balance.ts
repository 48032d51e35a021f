import type { PaymentBill } from './bill.ts';
import { stripeMovements } from './stripe-movements.ts';

/** Stripe: `GET /v1/balance_transactions`. */
export const stripeBalance = {
  id: 'stripe-balance',
  name: 'Stripe balance transactions',
  sources: [
    'https://docs.stripe.com/api/balance_transactions/object',
    'https://docs.stripe.com/reports/reporting-categories',
  ],
  checkedAt: '2026-11-22',
  ledger: 'payments',
  provider: 'stripe',
  marks: [['reporting_category', 'available_on', 'net', 'source']],
  fields: {
    transactionId: {
      at: ['source.charge'],
      as: 'id',
      notes: 'of refunds and disputes, with `expand[]=data.source`',
    },
    ownId: { at: ['source.id', 'source', 'id'], as: 'id', notes: 'a charge is its own source' },
    movementId: { at: ['id'], as: 'id' },
    orderId: {
      at: ['source.metadata.trade_no', 'source.metadata.order_id', 'source.client_reference_id'],
      as: 'id',
      notes: 'the gateway’s `trade_no`, where the integration has handed it on',
    },
    userId: { at: ['source.metadata.user_id'], as: 'id' },
    occurredAt: { at: ['created'], as: 'time' },
    movement: { at: ['reporting_category'], as: 'name' },
    amount: { at: ['amount'], as: 'minorUnits' },
    fee: { at: ['fee'], as: 'minorUnits' },
    currency: { at: ['currency'], as: 'currency' },
  },
  movements: stripeMovements,
  limitations: [
    'Ask for `expand[]=data.source`: without it a refund or dispute does not name its charge, and stands alone.',
    'Public lists say which currencies have no decimals or three. `pending` means that funds are not available yet, although the payment is settled.',
    'The order number of a gateway (`trade_no`) is in the metadata of the source, if the integration puts it there.',
  ],
} as const satisfies PaymentBill;
