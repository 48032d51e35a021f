import type { Sentence } from '../sentence.ts';
import { alipay, alipayAccount } from './alipay.ts';
import { anthropicCostReport, anthropicUsage, claudeConsoleCost, claudeConsoleUsage } from './anthropic.ts';
import { ark } from './ark.ts';
import { awsCostExplorer, costExplorerColumns } from './aws-cost-explorer.ts';
import { azureCost } from './azure-cost.ts';
import { bailian, bailianConsole } from './bailian.ts';
import { bedrockCur } from './bedrock-cur.ts';
import type { Bill, BillEnd, UsageBill } from './bill.ts';
import { creem } from './creem.ts';
import { deepSeekAmounts, deepSeekCosts } from './deepseek.ts';
import { epay } from './epay.ts';
import { focus } from './focus.ts';
import { googleCloud, googleCostTable, googleReports } from './google-cloud.ts';
import { liteLlmSpend } from './litellm.ts';
import { openAiCosts, openAiUsage } from './openai.ts';
import { openRouterActivity, openRouterGenerations, openRouterPage } from './openrouter.ts';
import { siliconFlow } from './siliconflow.ts';
import { stripeBalance, stripeBalanceHistory, stripePayouts } from './stripe.ts';
import { sub2ApiPage } from './sub2api.ts';
import { narrowBrackets } from './vocabulary.ts';
import { wechatPay } from './wechat-pay.ts';

/**
 * All bills and payment reports. A new one needs a file and one line here. If a row matches several, the first counts.
 */
export const bills: readonly Bill[] = [
  openAiCosts,
  anthropicCostReport,
  claudeConsoleCost,
  openRouterGenerations,
  openRouterActivity,
  openRouterPage,
  focus,
  bedrockCur,
  awsCostExplorer,
  azureCost,
  googleCloud,
  googleReports,
  googleCostTable,
  bailian,
  bailianConsole,
  siliconFlow,
  liteLlmSpend,
  sub2ApiPage,
  ark,
  deepSeekCosts,
  stripePayouts,
  stripeBalance,
  stripeBalanceHistory,
  wechatPay,
  alipay,
  alipayAccount,
  creem,
  epay,
];

/** Usage reports: read together with bills, and refused without one. */
export const usageReports: readonly UsageBill[] = [
  openAiUsage,
  anthropicUsage,
  claudeConsoleUsage,
  deepSeekAmounts,
];

/** Finds the line after the rows of a bill with these columns; `undefined` for other bills and unknown columns. */
export function findBillEnd(columns: readonly string[]): BillEnd | undefined {
  const names = columns.map(narrowBrackets);
  const isIn = (key: string) => names.includes(narrowBrackets(key));
  return bills.find(({ end, signatures }) => end && signatures.some((keys) => keys.every(isIn)))?.end;
}

/** A report or list that is recognized by its columns but not read. */
export interface UnreadReport {
  /** Lists of keys; a row with all keys of one list belongs to this report. */
  readonly signatures: readonly (readonly string[])[];
  /** Rows that also have this key are read after all. */
  readonly unless?: string;
  /** Why it is not read, and what to send instead. Continues a sentence about a row or file: `is from …`. */
  readonly sentence: Sentence;
}

/** Reports that would look like a bill or log with missing fields, or repeat the same money. */
export const unreadReports: readonly UnreadReport[] = [
  {
    signatures: [
      ['task_id', 'platform', 'action', 'quota'],
      ['mj_id', 'action', 'submit_time'],
    ],
    sentence: {
      en: 'is from the gateway’s task list. Send the log instead: it contains the same charges',
      zh: '属于网关的任务列表。请提供日志，其中有同样的扣费',
    },
  },
  {
    signatures: [
      ['amount_captured', 'payment_intent', 'balance_transaction'],
      ['amount_received', 'capture_method', 'client_secret'],
      ['amount_total', 'payment_status', 'payment_intent'],
      ['Amount Refunded', 'Converted Amount', 'Captured'],
    ],
    sentence: {
      en: 'is from a list of Stripe charges, intents or sessions. Send the balance transactions or the itemized payout reconciliation report, which include fees and disputes',
      zh: '属于 Stripe 的收款、支付意图或会话列表。请提供余额交易或逐笔的付款对账报告，其中还有手续费和拒付',
    },
  },
  {
    signatures: [['资金流水单号', '收支类型', '账户结余（元）']],
    sentence: {
      en: 'is from WeChat Pay’s fund flow bill (资金账单), which has no merchant order numbers. Send the trade bill (交易账单), which has orders, refunds and fees',
      zh: '属于微信支付资金账单，没有商户订单号。请提供交易账单，其中有订单、退款和手续费',
    },
  },
  {
    signatures: [['类型', '收入笔数', '支出笔数']],
    sentence: {
      en: 'is from the summary of Alipay’s account movements (账务汇总). Send the other file of the archive, which has the column 账务流水号',
      zh: '属于支付宝账务汇总。请提供压缩包中的另一个文件，即含有“账务流水号”一列的明细',
    },
  },
  {
    signatures: [['账务流水号', '业务流水号', '商户订单号']],
    unless: '业务类型',
    sentence: {
      en: 'is from an Alipay list of movements (账务明细) without the column 业务类型, so the type of its rows is unknown. Send the trade bill (业务明细)',
      zh: '属于没有“业务类型”列的支付宝账务明细，无法判断每行的类型。请提供业务明细（交易账单）',
    },
  },
  {
    signatures: [
      ['startTime', 'spend', 'users', 'models'],
      ['date', 'metrics', 'breakdown'],
    ],
    sentence: {
      en: 'is from LiteLLM’s daily sums, which have no request ids. Request the rows instead: /spend/logs with summarize=false',
      zh: '属于 LiteLLM 的每日汇总，没有请求 ID。请改取逐条记录：/spend/logs 加上 summarize=false',
    },
  },
  {
    signatures: [['token_used', 'count', 'quota']],
    sentence: {
      en: 'is from the gateway’s hourly totals. Send the log instead: it lists the same charges row by row',
      zh: '属于网关的小时汇总。请提供日志，其中逐条列出了同样的扣费',
    },
  },
];

/** Builds the sentence about a file that only a mapping can read, with the examples to start from. */
const needsMapping = ({ en, zh }: Sentence, ...examples: readonly string[]): Sentence => {
  const files = examples.map((example) => `examples/mappings/${example}`);
  return {
    en: `${en}. It needs a mapping. Check this example, then use it: --mapping FILE=${files.join(' or ')}`,
    zh: `${zh}。需要列映射，请核对后使用：--mapping 文件=${files.join(' 或 ')}`,
  };
};

/** Reports that only a mapping can read. Used only for files: rows that an API call sends are not checked for them. */
export const mappedReports: readonly UnreadReport[] = [
  {
    signatures: [['交易时间', '交易类型', '收/支', '交易单号', '商户单号']],
    sentence: needsMapping(
      {
        en: 'is from a personal WeChat Pay bill (微信支付账单明细). It does not show which 交易类型 are sales, or where the payer wrote the order number',
        zh: '是微信支付的个人账单明细，看不出哪些交易类型是收款，也看不出付款人把订单号写在哪里',
      },
      'wechat-person-payments.json',
    ),
  },
  {
    signatures: [
      ['Transaction ID', 'Reference Txn ID', 'Gross', 'Net'],
      ['Transaktionscode', 'Zugehöriger Transaktionscode', 'Brutto', 'Netto'],
      ['Transactiereferentie', 'Bruto', 'Kosten', 'Net'],
    ],
    sentence: needsMapping(
      {
        en: 'is from PayPal’s activity download, whose language, date format and time zone depend on the account',
        zh: '是 PayPal 交易记录，语言、日期格式与时区取决于账户设置',
      },
      'paypal-payments.json',
      'paypal-day-first-payments.json',
    ),
  },
  {
    signatures: [['trade_id', 'order_id', 'actual_amount', 'amount', 'status']],
    sentence: needsMapping(
      {
        en: 'is from a list of epusdt orders, whose time zone and currency depend on the deployment',
        zh: '是 epusdt 的订单表，时区与币种取决于部署',
      },
      'epusdt-payments.json',
    ),
  },
  {
    signatures: [['end_time', 'request_at', 'token_name', 'used_amount']],
    sentence: needsMapping(
      {
        en: 'is from aiproxy’s log export, whose time zone and currency depend on the deployment',
        zh: '是 aiproxy 导出的日志，时区与币种取决于部署',
      },
      'aiproxy-export-log.json',
    ),
  },
  {
    signatures: [['created_at', 'token_name', 'usage', 'used_amount']],
    sentence: needsMapping(
      {
        en: 'is from aiproxy’s log, whose currency depends on the deployment',
        zh: '是 aiproxy 的日志，币种取决于部署',
      },
      'aiproxy-api-log.json',
    ),
  },
];

const COST_EXPLORER_TOTAL = /^Total costs\([^()]{1,3}\)$/;

/** Explains why an AWS Cost Explorer CSV that is not grouped by service is refused; `undefined` for other tables. */
export const explainRefusedColumns = (columns: readonly string[]): Sentence | undefined =>
  columns.some((column) => COST_EXPLORER_TOTAL.test(column)) && !columns.includes(costExplorerColumns.day)
    ? {
        en: 'is a CSV of AWS Cost Explorer that is not grouped by service, so it has no model names. In Cost Explorer, group by Service and download it again',
        zh: '是 AWS Cost Explorer 的 CSV，但不是按服务分组，看不出模型。请在 Cost Explorer 中按 Service（服务）分组后重新下载',
      }
    : undefined;
