import * as v from 'valibot';
import { tryParseInstant } from '../civil-time.ts';
import { LONG_NUMBERS_MAX, RECORDS_MAX } from '../limits.ts';
import { toSchemaMessage } from '../sentence.ts';
import { boundedArray, closedObject, uniformObject } from './closed.ts';
import {
  amountSchema,
  countSchema,
  isLongNumber,
  nameSchema,
  oneOf,
  textSchema,
  timestampSchema,
} from './fields.ts';

/** Statuses of usage records, in the contract's order, which also breaks ties between rows. */
export const USAGE_STATUSES = ['success', 'failed', 'pending', 'refunded'] as const;
/** Statuses of payments, in the contract's order. */
export const PAYMENT_STATUSES = ['settled', 'pending', 'failed', 'refunded', 'chargeback'] as const;
/** Kinds of tokens, in the contract's order. */
export const TOKEN_KINDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'reasoning', 'media'] as const;

/** Schema of token counts by kind. */
export const tokensSchema = uniformObject(TOKEN_KINDS, v.exactOptional(countSchema));
/** Token counts by kind; an absent kind is unknown. */
export type Tokens = v.InferOutput<typeof tokensSchema>;

/** Schema of a request in the gateway's log. */
export const downstreamRecordSchema = closedObject({
  requestId: nameSchema,
  occurredAt: timestampSchema,
  userId: v.exactOptional(textSchema),
  tokenId: v.exactOptional(textSchema),
  model: nameSchema,
  channelId: v.exactOptional(textSchema),
  status: oneOf(USAGE_STATUSES),
  chargedAmount: amountSchema,
  refundAmount: v.exactOptional(amountSchema),
  expectedCharge: v.exactOptional(amountSchema),
  currency: v.exactOptional(textSchema),
  tokens: v.exactOptional(tokensSchema),
});
/** A request in the gateway's log. */
export type DownstreamRecord = v.InferOutput<typeof downstreamRecordSchema>;

/** Schema of a charge in a provider's bill. */
export const upstreamRecordSchema = closedObject({
  requestId: v.exactOptional(textSchema),
  upstreamId: v.exactOptional(textSchema),
  occurredAt: timestampSchema,
  model: nameSchema,
  channelId: v.exactOptional(textSchema),
  status: oneOf(USAGE_STATUSES),
  costAmount: amountSchema,
  refundAmount: v.exactOptional(amountSchema),
  currency: v.exactOptional(textSchema),
  tokens: v.exactOptional(tokensSchema),
});
/** A charge in a provider's bill. */
export type UpstreamRecord = v.InferOutput<typeof upstreamRecordSchema>;

/** Schema of a customer's payment. */
export const paymentRecordSchema = closedObject({
  transactionId: nameSchema,
  occurredAt: timestampSchema,
  userId: v.exactOptional(textSchema),
  provider: v.exactOptional(textSchema),
  status: oneOf(PAYMENT_STATUSES),
  amount: amountSchema,
  feeAmount: v.exactOptional(amountSchema),
  refundAmount: v.exactOptional(amountSchema),
  creditedAmount: v.exactOptional(amountSchema),
  currency: v.exactOptional(textSchema),
});
/** A customer's payment. */
export type PaymentRecord = v.InferOutput<typeof paymentRecordSchema>;

/** Schema of a period: the start is inclusive, the end exclusive; both are optional. */
export const periodSchema = v.pipe(
  closedObject({ start: v.exactOptional(timestampSchema), end: v.exactOptional(timestampSchema) }),
  v.check(
    ({ start, end }) =>
      start === undefined || end === undefined || (tryParseInstant(start) ?? 0) < (tryParseInstant(end) ?? 0),
    toSchemaMessage({ en: 'must end after it starts', zh: '结束时间必须晚于开始时间' }),
  ),
);

const ledgersSchema = closedObject({
  version: v.exactOptional(textSchema),
  currency: v.exactOptional(textSchema),
  period: v.exactOptional(periodSchema),
  downstreamUsage: boundedArray(downstreamRecordSchema, RECORDS_MAX),
  upstreamCharges: v.exactOptional(boundedArray(upstreamRecordSchema, RECORDS_MAX)),
  payments: v.exactOptional(boundedArray(paymentRecordSchema, RECORDS_MAX)),
});
/** Body of reconcile: the three ledgers, their currency and period. */
export type ReconciliationInput = v.InferOutput<typeof ledgersSchema>;

function hasFewLongNumbers({ downstreamUsage, upstreamCharges = [], payments = [] }: ReconciliationInput) {
  let count = 0;
  for (const rows of [downstreamUsage, upstreamCharges, payments])
    for (const row of rows) for (const name in row) if (isLongNumber(row[name as keyof typeof row])) count++;
  return count <= LONG_NUMBERS_MAX;
}

/** Schema of the body of reconcile. */
export const reconciliationInputSchema = v.pipe(
  ledgersSchema,
  v.check(
    hasFewLongNumbers,
    toSchemaMessage({
      en: `has more than ${LONG_NUMBERS_MAX} amounts below 1e-45 or of at least 1e64. Send them as decimal strings`,
      zh: `有超过 ${LONG_NUMBERS_MAX} 个金额小于 1e-45 或不小于 1e64。请改用十进制文本`,
    }),
  ),
);
