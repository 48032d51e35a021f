import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Chinese terms of every sentence for users, with variants that must not replace them. */
const TERMS: readonly (readonly [meaning: string, term: string, forbidden: RegExp])[] = [
  ['log of the gateway', '日志', /用量账|用量日志|消费账/],
  ["provider's bill", '上游账单', /上游账(?!单)|厂商账单|供应商账单/],
  ['payment provider’s report', '支付平台的账单', /对账单/],
  ['top-up or payment of a customer', '充值记录', /充值账|付款账/],
  ['log, bill and payments', '日志、上游账单与充值记录', /标准账本|三本账|两本账|规范账本/],
  ['payment provider', '支付平台', /支付处理方|支付处理商|支付服务商/],
  ['provider of models', '上游', /下游|供应商|提供商/],
  ['mapping of columns', '列映射', /映射规则|表格规则|规则文件|(?<!列)映射(?=文件|中)/],
  ['cut off', '被截断', /断掉|文件中断|中断前|被切断/],
  ['quota', '额度', /配额/],
  ['credit of a payment', '入账', /(?<!\|)到账|上账/],
  ['margin', '毛利', /利润|边际/],
  ['chargeback', '拒付', /退单|撤单|争议退款/],
  ['ratios and prices in a log row', '倍率或价格', /快照/],
  ['purchase price', '进价', /采购价/],
  ['currency is not given', '没有写明币种', /注明币种/],
  ['token', 'token', /令牌(?:数|用量|计数)|代币/],
  ['address the reader', '您', /你/],
];

/** Lines of the sources that contain Chinese, each after its file and number. */
const chineseLines = execFileSync('git', ['ls-files', 'shared', 'functions', 'infra', 'tools'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line, index) => [`${path}:${index + 1}`, line] as const)
      .filter(([, line]) => /\p{Script=Han}/u.test(line)),
  );

test.each(TERMS)('%s is called %s in Chinese', (_, term, forbidden) => {
  expect(chineseLines.filter(([, line]) => forbidden.test(line)).map(([place]) => place)).toEqual([]);
  expect(term).not.toMatch(forbidden);
});
