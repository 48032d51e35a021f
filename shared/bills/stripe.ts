import type { PaymentBill } from './bill.ts';

/** Stripe’s reporting categories (docs.stripe.com/reports/reporting-categories, read on 2026-11-22). */
const movements = [
  ['charge', 'charge'],
  ['partial_capture_reversal', 'correction'],
  ['refund', 'refund'],
  ['refund_failure', 'refundReversal'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'disputeReversal'],
  ['payout', 'none'],
  ['payout_reversal', 'none'],
  ['transfer', 'none'],
  ['transfer_reversal', 'none'],
  ['topup', 'none'],
  ['topup_reversal', 'none'],
  ['fee', 'none'],
  ['network_cost', 'none'],
  ['tax', 'none'],
  ['other_adjustment', 'none'],
] as const satisfies PaymentBill['movements'];

/**
 * Stripe: the itemized payout reconciliation report (`payout_reconciliation.itemized.5`).
 * Read on 2026-11-22: docs.stripe.com/reports/report-types/payout-reconciliation,
 * docs.stripe.com/reports/reporting-categories.
 */
export const stripePayouts = {
  id: 'stripe-payouts',
  name: 'Stripe payout reconciliation, itemized',
  ledger: 'payments',
  provider: 'stripe',
  signatures: [['balance_transaction_id', 'reporting_category', 'gross']],
  fields: {
    transactionId: { at: ['charge_id'], as: 'id' },
    ownId: { at: ['source_id', 'balance_transaction_id'], as: 'id' },
    movementId: { at: ['balance_transaction_id'], as: 'id' },
    orderId: {
      at: ['payment_metadata[trade_no]', 'payment_metadata[order_id]', 'client_reference_id'],
      as: 'id',
    },
    userId: { at: ['payment_metadata[user_id]'], as: 'id' },
    occurredAt: { at: ['created_utc', 'charge_created_utc'], as: 'utcTime' },
    movement: { at: ['reporting_category'], as: 'name' },
    amount: { at: ['gross'], as: 'amount' },
    fee: { at: ['fee'], as: 'amount' },
    currency: { at: ['currency'], as: 'currency' },
  },
  movements,
  limitations: [
    'Select the columns balance_transaction_id, charge_id, created_utc, reporting_category, gross, fee and currency. The report has no rows for manual payouts.',
    'Amounts are in the settlement currency. Declined attempts have no row.',
    'No default column contains the gateway’s order number (`trade_no`). Select client_reference_id, or the metadata of the payment, so that payments can be joined to the gateway’s top-ups.',
  ],
} as const satisfies PaymentBill;

/**
 * Stripe: `GET /v1/balance_transactions`.
 * Read on 2026-11-22: docs.stripe.com/api/balance_transactions/object,
 * docs.stripe.com/reports/reporting-categories.
 */
export const stripeBalance = {
  id: 'stripe-balance',
  name: 'Stripe balance transactions',
  ledger: 'payments',
  provider: 'stripe',
  signatures: [['reporting_category', 'available_on', 'net', 'source']],
  fields: {
    transactionId: { at: ['source.charge'], as: 'id' },
    // For a charge, the source is the charge itself.
    ownId: { at: ['source.id', 'source', 'id'], as: 'id' },
    movementId: { at: ['id'], as: 'id' },
    orderId: {
      at: ['source.metadata.trade_no', 'source.metadata.order_id', 'source.client_reference_id'],
      as: 'id',
    },
    userId: { at: ['source.metadata.user_id'], as: 'id' },
    occurredAt: { at: ['created'], as: 'time' },
    movement: { at: ['reporting_category'], as: 'name' },
    amount: { at: ['amount'], as: 'minorUnits' },
    fee: { at: ['fee'], as: 'minorUnits' },
    currency: { at: ['currency'], as: 'currency' },
  },
  movements,
  limitations: [
    'Request `expand[]=data.source`. Without it, refunds and disputes do not name their charge and cannot be joined to it.',
    'The lists of currencies with zero or three decimal places come from public sources.',
    'A `pending` payment counts as settled: the customer has paid, and the funds become available later.',
    'The gateway’s order number (`trade_no`) is in the metadata of the source, if the integration puts it there.',
  ],
} as const satisfies PaymentBill;

/**
 * Stripe: the balance history of the dashboard (Balances, Export: `balance_history.csv`).
 * Seen on 2026-11-27 in public readers of the file, of several years.
 */
export const stripeBalanceHistory = {
  id: 'stripe-balance-history',
  name: 'Stripe balance history',
  ledger: 'payments',
  provider: 'stripe',
  signatures: [['Type', 'Source', 'Amount', 'Net', 'Created (UTC)', 'Available On (UTC)']],
  fields: {
    transactionId: { at: ['Source', 'Description'], as: 'chargeId' },
    ownId: { at: ['Source', 'id'], as: 'id' },
    movementId: { at: ['id'], as: 'id' },
    orderId: { at: ['trade_no (metadata)', 'order_id (metadata)'], as: 'id' },
    userId: { at: ['user_id (metadata)'], as: 'id' },
    occurredAt: { at: ['Created (UTC)'], as: 'utcTime' },
    movement: { at: ['Type'], as: 'name' },
    amount: { at: ['Amount'], as: 'amount' },
    fee: { at: ['Fee'], as: 'amount' },
    currency: { at: ['Currency'], as: 'currency' },
  },
  movements: [
    ['charge', 'charge'],
    ['payment', 'charge'],
    ['refund', 'refund'],
    ['payment_refund', 'refund'],
    ['refund_failure', 'refundReversal'],
    ['payment_failure_refund', 'refundReversal'],
    ['adjustment', 'dispute', { at: 'Description', begins: 'Chargeback withdrawal for ' }],
    ['adjustment', 'disputeReversal', { at: 'Description', begins: 'Chargeback reversal for ' }],
    ['payout', 'none'],
    ['payout_failure', 'none'],
    ['payout_cancel', 'none'],
    ['payout_minimum_balance_hold', 'none'],
    ['payout_minimum_balance_release', 'none'],
    ['transfer', 'none'],
    ['stripe_fee', 'none'],
    ['tax', 'none'],
    ['topup', 'none'],
    ['reserve_transaction', 'none'],
  ],
  limitations: [
    'The gateway’s order number is in the column `trade_no (metadata)` or `order_id (metadata)`, if the integration puts it there. Include these metadata columns in the export.',
    'A refund names its charge in its description or metadata. A row with neither cannot be joined to its charge.',
    'An adjustment that is not a chargeback may or may not be a payment, so it is not read.',
  ],
} as const satisfies PaymentBill;
