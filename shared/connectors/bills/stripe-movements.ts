import type { PaymentBill } from './bill.ts';

/** Stripe’s reporting categories (docs.stripe.com/reports/reporting-categories, read on 2026-11-22). */
export const stripeMovements = [
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
