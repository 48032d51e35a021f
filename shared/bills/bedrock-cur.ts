import type { ChargeBill } from './bill.ts';
import { meterKinds } from './vocabulary.ts';

/**
 * AWS Bedrock in Cost and Usage Reports 2.0.
 * Read on 2026-11-22: docs.aws.amazon.com/cur/latest/userguide/table-dictionary-cur2.html,
 * docs.aws.amazon.com/bedrock/latest/userguide/cost-mgmt-understanding-cur-data.html,
 * docs.aws.amazon.com/bedrock/latest/userguide/cost-mgmt-faq.html.
 */
export const bedrockCur = {
  id: 'bedrock-cur',
  name: 'AWS Bedrock in CUR 2.0',
  ledger: 'upstreamCharges',
  marks: [['line_item_unblended_cost', 'line_item_usage_type', 'line_item_usage_start_date']],
  apart: [
    {
      at: 'line_item_line_item_type',
      is: ['Tax', 'Fee', 'RIFee', 'SavingsPlanUpfrontFee', 'SavingsPlanRecurringFee'],
    },
    { at: 'line_item_product_code', isNot: ['AmazonBedrock'] },
  ],
  fields: {
    occurredAt: { at: ['line_item_usage_start_date'], as: 'utcTime' },
    model: { at: ['line_item_usage_type'], as: 'meteredModel' },
    cost: { at: ['line_item_unblended_cost'], as: 'amount' },
    currency: { at: ['line_item_currency_code'], as: 'currency' },
  },
  meter: {
    kind: { at: ['line_item_usage_type'], as: 'name' },
    kinds: meterKinds,
    quantity: { at: ['line_item_usage_amount'], as: 'quantity' },
    unit: { at: ['pricing_unit'], as: 'name' },
  },
  limitations: [
    'One row is an hour, day or month and a usage type, without a known request id. Models billed through the AWS marketplace have another product code and are counted apart.',
    'Models have the names of their usage types (`Claude4.6Sonnet`), which differ from the names in requests.',
    'As in all bills here, negative amounts are read as credits and refunds; the dictionary does not say so.',
  ],
} as const satisfies ChargeBill;
