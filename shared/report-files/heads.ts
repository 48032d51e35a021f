import type { Language } from '../language.ts';

/** Heads of tables in Chinese, by what programs call the same column. */
const CHINESE: Readonly<Record<string, string>> = {
  id: '编号',
  severity: '严重程度',
  code: '代码',
  title: '问题',
  remedy: '处理办法',
  amount: '金额',
  counted: '计入金额',
  side: '归属',
  message: '说明',
  requestId: '请求 ID',
  transactionId: '充值 ID',
  model: '模型',
  channelId: '渠道',
  userId: '客户',
  requestIds: '各请求 ID',
  upstreamIds: '各上游 ID',
  transactionIds: '各充值 ID',
  count: '数量',
  findingId: '问题编号',
  requests: '请求数',
  revenue: '收入',
  cost: '成本',
  margin: '毛利',
  marginRate: '毛利率',
  matchedRequests: '已匹配请求数',
  matchedMargin: '已匹配毛利',
  day: '日期',
  credited: '已入账',
  looseRevenue: '未匹配账单的收入',
  unbilledRevenue: '没有账单的收入',
  estimatedCost: '估算成本',
  estimatedMargin: '估算毛利',
  ledger: '账本',
  time: '时间',
  expected: '应收',
  inputTokens: '输入 token',
  outputTokens: '输出 token',
  file: '文件',
  row: '行',
  reason: '原因',
};

/** What a column is called: in English by the name that programs know. */
export const headIn = (head: string, language: Language): string =>
  language === 'en' ? head : (CHINESE[head] ?? head);
