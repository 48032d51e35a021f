import type { PaymentBill } from '../../bills/bill.ts';
import { MAPPED_MOVEMENT, type PaymentMovement, paymentMovements } from '../../bills/vocabulary.ts';

/** Rows that a mapping with `movements` read from a payment report of any processor. */
export const mappedMovements = {
  id: 'mapped-movements',
  name: 'payment report read with a mapping',
  ledger: 'payments',
  signatures: [[MAPPED_MOVEMENT]],
  fields: {
    provider: { at: ['provider'], as: 'name' },
    transactionId: { at: ['transactionId'], as: 'id' },
    ownId: { at: ['refersTo', 'movementId', 'transactionId'], as: 'id' },
    movementId: { at: ['movementId'], as: 'id' },
    refersTo: { at: ['refersTo'], as: 'id' },
    orderId: { at: ['transactionId'], as: 'id' },
    userId: { at: ['userId'], as: 'id' },
    occurredAt: { at: ['occurredAt'], as: 'utcTime' },
    movement: { at: [MAPPED_MOVEMENT], as: 'name' },
    amount: { at: ['amount'], as: 'amount' },
    fee: { at: ['feeAmount'], as: 'amount' },
    currency: { at: ['currency'], as: 'currency' },
    isSigned: { at: ['isSigned'], as: 'flag' },
  },
  movements: (Object.keys(paymentMovements) as PaymentMovement[]).map((kind) => [kind, kind] as const),
  limitations: [],
} as const satisfies PaymentBill;
