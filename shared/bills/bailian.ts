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
  signatures: [['PretaxAmount', 'InstanceID', 'BillingDate']],
  nonUsage: [{ at: 'Item', is: ['SubscriptionOrder'], reason: 'billApart' }],
  fields: {
    occurredAt: { at: ['BillingDate'], as: 'chinaTime' },
    model: { at: ['InstanceID'], as: 'instanceModel' },
    cost: { at: ['PretaxAmount'], as: 'amount' },
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
    'Each row covers one day or month and one meter. It has no request id. Request the bill by day.',
    'The time zone of BillingDate is not documented. Days are read as days in China (UTC+8).',
    'A month becomes final on the 3rd of the next month. Tokens from prepaid packages have a cost of 0.',
  ],
} as const satisfies ChargeBill;

/**
 * Alibaba Cloud Bailian in the console’s details of costs: `…_consumedetailbillv2.csv`.
 * Read on 2026-11-27: third parties that read the file. The user chooses its columns and their order.
 */
export const bailianConsole = {
  id: 'bailian-console',
  name: 'Alibaba Cloud console bill details',
  nameInChinese: '阿里云控制台费用明细',
  ledger: 'upstreamCharges',
  signatures: [['资源信息/实例ID（出账粒度）', '应付信息/应付金额（含税）', '账单信息/消费时间']],
  currency: 'CNY',
  grain: [['账单信息/消费时间', 'stamped']],
  nonUsage: [{ at: '产品信息/产品Code', isNot: ['sfm'], reason: 'otherServices' }],
  fields: {
    occurredAt: { at: ['账单信息/消费时间'], as: 'chinaTime' },
    model: { at: ['资源信息/实例ID（出账粒度）'], as: 'instanceModel' },
    cost: { at: ['应付信息/应付金额（含税）'], as: 'amount' },
    currency: { at: ['应付信息/币种'], as: 'currency' },
    upstreamId: { at: ['标识信息/账单明细ID'], as: 'id' },
  },
  meter: {
    kind: { at: ['资源信息/实例ID（出账粒度）'], as: 'name' },
    kinds: bailian.meter.kinds,
    quantity: { at: ['用量信息/抵扣前用量'], as: 'quantity' },
    unit: { at: ['用量信息/用量单位'], as: 'name' },
  },
  limitations: [
    'Each row covers one hour or minute and one meter. It has no request id.',
    'When you export the file, select at least the columns of the instance, the payable amount and the time of usage.',
    'Free-quota tokens have a cost of 0. Other products are left out; a note gives their sum.',
    'Alibaba Cloud does not document the columns of the file. Times are read as China time (UTC+8).',
  ],
} as const satisfies ChargeBill;
