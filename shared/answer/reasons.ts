import type { Language } from '../language.ts';

/** Whose money it is: the operator lost it, the operator owes it to customers, or nobody can tell yet. */
export type Side = 'lost' | 'owed' | 'doubtful';

type Reason = Readonly<Record<Language, (count: string, isOne: boolean) => string>> & { readonly side: Side };

const reason = (side: Side, one: string, many: string, zh: string): Reason => ({
  side,
  en: (count, isOne) => (isOne ? one : many).replace('#', count),
  zh: (count) => zh.replace('#', count),
});

/** Why money is at risk, by code of the finding, as a clause of the sentence that answers. */
export const reasons: Readonly<Record<string, Reason>> = {
  unmatched_upstream: reason(
    'lost',
    'a request cost money upstream, and no customer was charged for it',
    '# requests cost money upstream, and no customer was charged for them',
    '# 个请求产生了上游成本，却没有向客户收费',
  ),
  unmatched_downstream: reason(
    'doubtful',
    'a delivered request has no upstream charge',
    '# delivered requests have no upstream charge',
    '# 个已交付的请求没有对应的上游扣费',
  ),
  channel_ids_disjoint: reason(
    'doubtful',
    'the request ids of a channel match nothing on the other side',
    'the request ids of # channels match nothing on the other side',
    '# 个渠道的请求 ID 与另一方完全对不上',
  ),
  upstream_missing_request_id: reason(
    'doubtful',
    'upstream charges name no request',
    'upstream charges name no request',
    '上游扣费没有注明请求 ID',
  ),
  duplicate_downstream_request: reason(
    'owed',
    'a request was charged more than once',
    '# requests were charged more than once',
    '# 个请求被重复扣费',
  ),
  duplicate_upstream_charge: reason(
    'lost',
    'a charge stands in the bill more than once',
    '# charges stand in the bill more than once',
    '账单中有 # 笔扣费重复',
  ),
  restated_refund: reason(
    'doubtful',
    'a refund row repeats the charge that it returns',
    '# refund rows repeat the charge that they return',
    '# 条退款记录重复列出了原扣费',
  ),
  restated_upstream_refund: reason(
    'doubtful',
    'an upstream refund repeats the cost that it returns',
    '# upstream refunds repeat the cost that they return',
    '# 条上游退款记录重复列出了原成本',
  ),
  retry_cost: reason(
    'lost',
    'a request was paid for again when it was retried',
    '# requests were paid for again when they were retried',
    '# 个请求因重试而重复付费',
  ),
  upstream_charged_on_failure: reason(
    'lost',
    'the provider charged an attempt that failed',
    'the provider charged # attempts that failed',
    '上游对 # 次失败的尝试收了费',
  ),
  upstream_refund_incomplete: reason(
    'lost',
    'the provider refunded an attempt only in part',
    'the provider refunded # attempts only in part',
    '上游对 # 次尝试只退了部分费用',
  ),
  upstream_refund_exceeds_cost: reason(
    'doubtful',
    'an upstream refund is larger than its cost',
    '# upstream refunds are larger than their cost',
    '# 笔上游退款超过了原成本',
  ),
  failed_but_charged: reason(
    'owed',
    'a failed request was charged',
    '# failed requests were charged',
    '# 个失败的请求被扣费',
  ),
  refund_incomplete: reason(
    'owed',
    'a refunded request was not returned in full',
    '# refunded requests were not returned in full',
    '# 个退款请求没有全额退还',
  ),
  refund_exceeds_charge: reason(
    'lost',
    'a request was refunded more than it was charged',
    '# requests were refunded more than they were charged',
    '# 个请求的退款超过了扣费',
  ),
  unlinked_refund: reason(
    'doubtful',
    'a refund has no charge in the ledger',
    '# refunds have no charge in the ledger',
    '# 笔退款在账本中没有对应的扣费',
  ),
  charged_upstream_failed: reason(
    'owed',
    'a request was charged although every provider failed it',
    '# requests were charged although every provider failed them',
    '# 个请求在上游全部失败，却向客户收了费',
  ),
  absorbed_cost: reason(
    'lost',
    'the provider was paid for a request that the customer was not charged for',
    'the provider was paid for # requests that customers were not charged for',
    '# 个请求付了上游费用，客户的扣费却失败或已退回',
  ),
  zero_charge_with_cost: reason(
    'lost',
    'a request was delivered for nothing',
    '# requests were delivered for nothing',
    '# 个请求有成本却没有收费',
  ),
  negative_margin_request: reason(
    'lost',
    'a request cost more than it was charged',
    '# requests cost more than they were charged',
    '# 个请求的成本高于收费',
  ),
  negative_margin_model: reason(
    'lost',
    'the model costs more than it earns',
    'models cost more than they earn',
    '模型的成本高于收入',
  ),
  negative_margin_channel: reason(
    'lost',
    'the channel costs more than it earns',
    'channels cost more than they earn',
    '渠道的成本高于收入',
  ),
  negative_margin_total: reason(
    'lost',
    'the whole costs more than it earns',
    'the whole costs more than it earns',
    '总成本高于总收入',
  ),
  downstream_pending: reason(
    'doubtful',
    'a request has been pending for long',
    '# requests have been pending for long',
    '# 个请求长时间未结算',
  ),
  upstream_pending: reason(
    'doubtful',
    'an upstream charge has been pending for long',
    '# upstream charges have been pending for long',
    '# 笔上游扣费长时间未结算',
  ),
  pending_after_upstream_settled: reason(
    'doubtful',
    'a request is pending although its provider has delivered',
    '# requests are pending although their provider has delivered',
    '# 个请求上游已完成，下游仍未结算',
  ),
  price_overcharge: reason(
    'owed',
    'a request was charged more than its price',
    '# requests were charged more than their price',
    '# 个请求的收费高于定价',
  ),
  price_undercharge: reason(
    'lost',
    'a request was charged less than its price',
    '# requests were charged less than their price',
    '# 个请求的收费低于定价',
  ),
  price_rounding: reason(
    'lost',
    'charges were rounded down, again and again',
    'charges were rounded down, again and again',
    '扣费被反复向下取整',
  ),
  model_mismatch: reason(
    'doubtful',
    'another model was bought than the one that was sold',
    'other models were bought than those that were sold',
    '采购的模型与售出的模型不一致',
  ),
  channel_mismatch: reason(
    'doubtful',
    'requests were booked on another channel than the one that served them',
    'requests were booked on other channels than those that served them',
    '请求记账的渠道与实际服务的渠道不一致',
  ),
  out_of_period: reason(
    'doubtful',
    'rows lie outside the period',
    'rows lie outside the period',
    '部分记录不在账期内',
  ),
  duplicate_payment: reason(
    'lost',
    'a payment was credited more than once',
    '# payments were credited more than once',
    '# 笔支付被重复入账',
  ),
  payment_not_credited: reason(
    'owed',
    'a payment was never credited',
    '# payments were never credited',
    '# 笔支付没有入账',
  ),
  payment_under_credited: reason(
    'owed',
    'a payment was credited only in part',
    '# payments were credited only in part',
    '# 笔支付只入账了一部分',
  ),
  payment_over_credited: reason(
    'lost',
    'a payment was credited with more than was paid',
    '# payments were credited with more than was paid',
    '# 笔支付的入账超过了付款',
  ),
  refund_credit_not_reversed: reason(
    'lost',
    'a payment was refunded, and its credit still stands',
    '# payments were refunded, and their credit still stands',
    '# 笔支付已退款，余额却没有扣回',
  ),
  chargeback_credit_not_reversed: reason(
    'lost',
    'a payment was charged back, and its credit still stands',
    '# payments were charged back, and their credit still stands',
    '# 笔支付已被拒付，余额却没有扣回',
  ),
  chargeback_recorded: reason(
    'lost',
    'a payment was charged back',
    '# payments were charged back',
    '# 笔支付被拒付',
  ),
  failed_payment_credited: reason(
    'lost',
    'a failed payment was credited',
    '# failed payments were credited',
    '# 笔失败的支付被入账',
  ),
  pending_payment_credited: reason(
    'doubtful',
    'a payment was credited before it settled',
    '# payments were credited before they settled',
    '# 笔支付尚未到账就已入账',
  ),
  payment_pending: reason(
    'doubtful',
    'a payment has been pending for long',
    '# payments have been pending for long',
    '# 笔支付长时间未完成',
  ),
  payment_refund_exceeds_amount: reason(
    'lost',
    'more was refunded than was paid',
    '# payments were refunded more than was paid',
    '# 笔支付的退款超过了付款',
  ),
  fee_exceeds_amount: reason(
    'lost',
    'a fee is larger than its payment',
    '# fees are larger than their payments',
    '# 笔支付的手续费超过了付款',
  ),
  payment_credit_unknown: reason(
    'doubtful',
    'payments do not say what was credited',
    'payments do not say what was credited',
    '支付记录没有说明入账金额',
  ),
  funding_shortfall: reason(
    'doubtful',
    'customers spent more than was credited to them',
    'customers spent more than was credited to them',
    '客户的消费超过了入账金额',
  ),
};
