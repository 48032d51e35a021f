import type { Sentence } from '../../sentence.ts';
import { alipay } from './alipay.ts';
import { anthropicCostReport } from './anthropic-cost-report.ts';
import { ark } from './ark.ts';
import { azureCost } from './azure-cost.ts';
import { bailian } from './bailian.ts';
import { bedrockCur } from './bedrock-cur.ts';
import type { Bill } from './bill.ts';
import { focus } from './focus.ts';
import { openAiCosts } from './openai-costs.ts';
import { openRouterActivity } from './openrouter-activity.ts';
import { openRouterGenerations } from './openrouter-generations.ts';
import { stripeBalance } from './stripe-balance.ts';
import { stripePayouts } from './stripe-payouts.ts';
import { wechatPay } from './wechat-pay.ts';

/**
 * The bills of providers and reports of payments, one line each. A new one is one file of data and one line here;
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
  bailian,
  ark,
  stripePayouts,
  stripeBalance,
  wechatPay,
  alipay,
];

/** First cells of the records with which known tables begin their totals. */
export const billTotals = (): ReadonlySet<string> =>
  new Set(bills.flatMap(({ totals }) => (totals === undefined ? [] : [totals])));

/**
 * Reports of providers that are known and not read, by keys that all of their rows have: taken for a bill, they would
 * only lack a field.
 */
export const unreadReports: readonly { readonly keys: readonly string[]; readonly sentence: Sentence }[] = [
  {
    keys: ['num_model_requests', 'input_tokens'],
    sentence: {
      en: 'is a row of OpenAI’s usage report, which carries no money; send /v1/organization/costs',
      zh: '是 OpenAI 用量报告的行，其中没有金额；请提供 /v1/organization/costs',
    },
  },
  {
    keys: ['uncached_input_tokens', 'cache_creation'],
    sentence: {
      en: 'is a row of Anthropic’s usage report, which carries no money; send /v1/organizations/cost_report',
      zh: '是 Anthropic 用量报告的行，其中没有金额；请提供 /v1/organizations/cost_report',
    },
  },
  {
    keys: ['usage_start_time', 'sku', 'credits'],
    sentence: {
      en: 'is a row of Google Cloud’s native billing export, which is not read; export FOCUS, or write a mapping',
      zh: '是 Google Cloud 原生账单导出的行，目前不读取；请导出 FOCUS，或编写映射文件',
    },
  },
  {
    keys: ['start_time_iso', 'end_time_iso', 'model'],
    sentence: {
      en: 'is a row of DeepSeek’s usage files, which are not read; write a mapping for the one with costs',
      zh: '是 DeepSeek 用量文件的行，目前不读取；请为其中有费用的那一个编写映射文件',
    },
  },
];

/** Why bills that are known are not read: what a reader must know of them is not confirmed (2026-11-22). */
export const unreadBills: readonly string[] = [
  'Google Cloud’s native billing export is not read: only third parties describe its credits and its token units. Export FOCUS, or write a mapping.',
  'DeepSeek’s usage files are not read: only third parties describe their columns, and both files hold the same money. Write a mapping for one of them.',
  'Orders of epay are not read: the money is in the platform’s own bill (Alipay, WeChat Pay).',
];
