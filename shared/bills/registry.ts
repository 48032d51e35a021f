import type { Sentence } from '../sentence.ts';
import { alipay } from './alipay.ts';
import { anthropicCostReport, anthropicUsage } from './anthropic.ts';
import { ark } from './ark.ts';
import { azureCost } from './azure-cost.ts';
import { bailian } from './bailian.ts';
import { bedrockCur } from './bedrock-cur.ts';
import type { Bill, BillEnd, UsageBill } from './bill.ts';
import { deepSeekAmounts, deepSeekCosts } from './deepseek.ts';
import { epay } from './epay.ts';
import { focus } from './focus.ts';
import { googleCloud } from './google-cloud.ts';
import { openAiCosts, openAiUsage } from './openai.ts';
import { openRouterActivity, openRouterGenerations } from './openrouter.ts';
import { stripeBalance, stripePayouts } from './stripe.ts';
import { wechatPay } from './wechat-pay.ts';

/**
 * The bills of providers and reports of payments, one line each. A new one is data in the file of its provider, and one line here;
 * the reader, the manifests and the tests follow. Where a row shows the marks of several, the first one counts.
 */
export const bills: readonly Bill[] = [
  openAiCosts,
  anthropicCostReport,
  openRouterGenerations,
  openRouterActivity,
  focus,
  bedrockCur,
  azureCost,
  googleCloud,
  bailian,
  ark,
  deepSeekCosts,
  stripePayouts,
  stripeBalance,
  wechatPay,
  alipay,
  epay,
];

/** Reports of what providers count, one line each: read beside bills, and refused alone. */
export const usageReports: readonly UsageBill[] = [openAiUsage, anthropicUsage, deepSeekAmounts];

/** How a table with these columns ends, where its bill has an end. */
export const endOf = (columns: readonly string[]): BillEnd | undefined =>
  bills.find(({ end, marks }) => end && marks.some((keys) => keys.every((key) => columns.includes(key))))
    ?.end;

/** A report of a provider, or a list of a gateway, that is known by its columns and not read, and why: for a row, or for the file of it. */
export interface UnreadReport {
  /** A row is of this report if it has all keys of one of these lists. */
  readonly marks: readonly (readonly string[])[];
  readonly sentence: Sentence;
}

/** Taken for a bill or a log, their rows would only lack a field, or bring the same money again. */
export const unreadReports: readonly UnreadReport[] = [
  {
    marks: [
      ['task_id', 'platform', 'action', 'quota'],
      ['mj_id', 'action', 'submit_time'],
    ],
    sentence: {
      en: 'belongs to the gateway’s list of tasks; send its log, which holds the same charges',
      zh: '属于网关的任务列表；请提供日志，其中是同一笔扣费',
    },
  },
  {
    marks: [
      ['amount_captured', 'payment_intent', 'balance_transaction'],
      ['amount_received', 'capture_method', 'client_secret'],
      ['amount_total', 'payment_status', 'payment_intent'],
      ['Amount Refunded', 'Converted Amount', 'Captured'],
    ],
    sentence: {
      en: 'belongs to a list of Stripe’s charges, intents or sessions; send its balance transactions or the itemized payout reconciliation report, which have fees and disputes, too',
      zh: '属于 Stripe 的收款、支付意图或会话列表；请提供余额交易或逐笔的付款对账报告，其中还有手续费和争议',
    },
  },
  {
    marks: [['token_used', 'count', 'quota']],
    sentence: {
      en: 'belongs to the gateway’s totals by the hour; send its log, which holds the same charges row by row',
      zh: '属于网关的小时汇总；请提供日志，其中逐条记录了同样的扣费',
    },
  },
];
