import type { ChargeBill } from './bill.ts';
import { marketKinds, meterKinds } from './vocabulary.ts';

/** A map may be JSON, or text as Athena writes it: `{product_name=…, region=…}`. */
const PRODUCT_NAMES = ['product.product_name', 'product_product_name', 'product'];

/**
 * AWS Bedrock in Cost and Usage Reports 2.0.
 * Read on 2026-11-22: docs.aws.amazon.com/cur/latest/userguide/table-dictionary-cur2.html,
 * docs.aws.amazon.com/bedrock/latest/userguide/cost-mgmt-understanding-cur-data.html,
 * docs.aws.amazon.com/bedrock/latest/userguide/cost-mgmt-faq.html. Products of AWS Marketplace: third parties that read the
 * report, on 2026-11-27.
 */
export const bedrockCur = {
  id: 'bedrock-cur',
  name: 'AWS Bedrock in CUR 2.0',
  ledger: 'upstreamCharges',
  signatures: [['line_item_unblended_cost', 'line_item_usage_type', 'line_item_usage_start_date']],
  nonUsage: [
    {
      at: 'line_item_line_item_type',
      is: ['Tax', 'Fee', 'RIFee', 'SavingsPlanUpfrontFee', 'SavingsPlanRecurringFee'],
      reason: 'billApart',
    },
    {
      at: 'line_item_product_code',
      isNot: ['AmazonBedrock'],
      unless: PRODUCT_NAMES.map((at) => ({ at, is: ['*(Amazon Bedrock Edition)*'] })),
      reason: 'otherServices',
    },
  ],
  fields: {
    occurredAt: { at: ['line_item_usage_start_date'], as: 'utcTime' },
    endsAt: { at: ['line_item_usage_end_date'], as: 'utcTime' },
    edition: { at: PRODUCT_NAMES, as: 'edition' },
    model: { at: ['line_item_usage_type'], as: 'meteredModel' },
    cost: { at: ['line_item_unblended_cost'], as: 'amount' },
    currency: { at: ['line_item_currency_code'], as: 'currency' },
  },
  meter: {
    kind: { at: ['line_item_usage_type'], as: 'name' },
    kinds: [...meterKinds, ...marketKinds],
    quantity: { at: ['line_item_usage_amount'], as: 'quantity' },
    unit: { at: ['pricing_unit'], as: 'name' },
  },
  limitations: [
    'Each row covers one hour, day or month and one usage type. It has no request id.',
    'Third-party models are AWS Marketplace products, recognized by `(Amazon Bedrock Edition)` in the product name.',
    'Other services are left out; a note gives their sum.',
    'Models are named after their usage types (`Claude4.6Sonnet`), not as in requests.',
    'Negative amounts are read as credits and refunds, although AWS does not document this.',
  ],
} as const satisfies ChargeBill;
