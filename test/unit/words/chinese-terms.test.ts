import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** One word for one thing: what it is, the word, and words that have stood for it and shall not again. */
const TERMS: readonly (readonly [what: string, word: string, notSo: readonly RegExp[]])[] = [
  ['the reader', '您', [/你/]],
  ['findings', '问题', [/明细/]],
  ['a top-up', '充值', [/储值|充钱/]],
  ['a bill', '账单', [/帐单/]],
  ['a ledger', '账本', [/台账|分类账/]],
  ['a charge', '扣费', [/扣钱/]],
  ['a cost', '成本', [/花费成本/]],
  ['the bill of Bailian', '阿里云百炼实例账单', [/通义百炼/]],
  ['the bill of Ark', '火山方舟账单', [/火山引擎账单/]],
  ['the bill of WeChat Pay', '微信支付交易账单', [/微信账单/]],
  ['the bill of Alipay', '支付宝交易账单', [/支付宝账单/]],
  ['a credit note', '冲减行', [/贷记/]],
  ['a request of which nothing final can be said', '暂不下结论的请求', [/悬置的/]],
  ['the reader of a gateway’s exports', '拉取工具', [/读取器/]],
  ['rows that are no records', '未计入的行', [/不成为记录/]],
  ['unknown credit', '入账额度未知', [/XXX，不计入账/]],
  ['the margin rate', '毛利率', [/占收入/]],
  ['a mapping', '映射规则', [/小小的/]],
  ['books of one’s own', '自己的数据', [/对自己的账/]],
  ['where money comes from', '收入与成本来自哪里', [/钱从哪里来/]],
  ['an answer that nobody waits for', '仍完成了请求', [/无人等待的回答/]],
  ['a cost that is borne', '优惠', [/让利支出/]],
  ['what a provider charges for a breach', '使用政策', [/上游政策的罚款/]],
];

/** All that people read in Chinese: words in code, and pages. */
const texts = globSync([
  'shared/**/*.ts',
  'functions/**/*.ts',
  'tools/**/*.ts',
  'docs/*.zh-CN.md',
  'README.zh-CN.md',
]).map((path) => [path, readFileSync(path, 'utf8')] as const);

test.each(TERMS)('%s is called %s, and nothing else', (_what, word, notSo) => {
  for (const other of notSo)
    expect(texts.filter(([, text]) => other.test(text)).map(([path]) => path)).toEqual([]);
  expect(texts.some(([, text]) => text.includes(word))).toBe(true);
});
