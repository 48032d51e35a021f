import type { ChargeBill } from './bill.ts';

/**
 * Alibaba Cloud Bailian (Model Studio) in the instance bill: `DescribeInstanceBill`.
 * Read on 2026-11-22: alibabacloud.com/en/notice/model_studio_changes_of_the_bill_details_page_624,
 * help.aliyun.com/document_detail/209402, alibabacloud.com/help/doc-detail/89133, third parties that read the
 * bill (what follows the kind of tokens, cached tokens, models of the marketplace).
 */
export const bailian = {
  id: 'bailian',
  name: 'Alibaba Cloud Bailian instance bill',
  nameInChinese: '阿里云百炼实例账单',
  ledger: 'upstreamCharges',
  marks: [['PretaxAmount', 'InstanceID', 'BillingDate']],
  apart: [{ at: 'Item', is: ['SubscriptionOrder'] }],
  fields: {
    occurredAt: { at: ['BillingDate'], as: 'chinaTime' },
    model: { at: ['InstanceID'], as: 'instanceModel', notes: 'since 2025-12-16' },
    cost: { at: ['PretaxAmount'], as: 'amount', notes: 'what is payable, after discounts' },
    currency: { at: ['Currency'], as: 'currency' },
  },
  meter: {
    kind: { at: ['InstanceID'], as: 'name' },
    kinds: [
      ['input_token_cache', 'cacheRead'],
      ['input_tokens_cache', 'cacheRead'],
      ['input_token', 'input'],
      ['output_token', 'output'],
    ],
    quantity: { at: ['Usage'], as: 'quantity' },
    unit: { at: ['UsageUnit'], as: 'name' },
  },
  limitations: [
    'One row is a day (or month) and a meter: no request id. Ask for days.',
    'The time zone of BillingDate is not documented. Days are taken as those of China (UTC+8).',
    'A month is final on the 3rd of the next month. Prepaid packages show tokens at cost 0.',
  ],
} as const satisfies ChargeBill;
