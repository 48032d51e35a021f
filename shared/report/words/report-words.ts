import type { Language } from '#shared/language.ts';

const english = {
  totals: (currency: string) => `Totals in ${currency}`,
  totalHeads: ['gross', 'refunds', 'chargebacks', 'fees', 'net', 'pending'],
  payments: 'Payments',
  unknownMargin: {
    part: 'unknown: part of the revenue has no bill',
    none: 'unknown: there is no bill',
    outside: 'unknown: no row of the bill was counted',
    empty: 'unknown: the bill has no rows',
  },
  uncompared: 'Not compared: ',
  unbilled: 'Without a bill: ',
  models: 'Margin by model, lowest first',
  causes: 'Where the money goes, and what to do',
  nothing: 'Nothing was found.',
  asAbove: 'As above.',
  coded: (code: string, n: number): string => `${code}: ${n} ${n === 1 ? 'finding' : 'findings'}`,
  comma: ', ',
  otherCauses: (n: number) => `… and ${n} other causes`,
  findings: (n: number) => `Findings: ${n}`,
  known: 'known',
  group: (name: string, n: number | string) => `${name} (${n})`,
  rowsOf: (name: string, n: string) => `${name} (${n})`,
  more: (n: number) => `… and ${n} more`,
  received: (n: number) => `Rows read: ${n}`,
  records: (usage: number, charges: number, payments: number) =>
    `${usage} usage, ${charges} upstream charges, ${payments} payments`,
  skipped: (names: string) => `Rows that were not counted: ${names}.`,
  stripped: (names: string) => `Fields removed from the rows and not stored: ${names}.`,
  rejected: (n: string, isListed: boolean) =>
    `Rows that cannot be read: ${n}. ${isListed ? 'See rejected.csv for the reasons' : 'Use --out to write rejected.csv with the reasons'}.`,
  columns: {
    file: (name: string, kinds: readonly string[]) => `${name}: ${kinds.join(', ')}`,
    fields: { logs: 'gateway log', upstreamCharges: 'upstream bill', payments: 'payments' },
    texts: { json: 'JSON', jsonLines: 'JSON Lines', table: 'table' },
    format: (predicate: string) => `The file ${predicate}.`,
    column: 'column',
    field: 'field',
    row: (row: number) => `row ${row}`,
    skipped: (row: number) => `row ${row} is left out`,
    unread: (row: number, reason: string) => `row ${row} cannot be read: ${reason}`,
  },
};

/** Texts of the month command around a report. Codes and settings are not translated. */
export type ReportWords = typeof english;

const chinese: ReportWords = {
  totals: (currency) => `合计（${currency}）`,
  totalHeads: ['总额', '退款', '拒付', '手续费', '净额', '待结算'],
  payments: '充值',
  unknownMargin: {
    part: '未知：部分收入没有账单',
    none: '未知：没有上游账单',
    outside: '未知：账单中的行均未计入',
    empty: '未知：账单中没有任何记录',
  },
  uncompared: '未参与比较：',
  unbilled: '没有账单：',
  models: '各模型毛利，最差的在前',
  causes: '钱亏在哪里，怎么处理',
  nothing: '没有发现问题。',
  asAbove: '同上。',
  coded: (code, n) => `${code}：${n} 项`,
  comma: '，',
  otherCauses: (n) => `…… 另有 ${n} 项原因`,
  findings: (n) => `问题：${n} 项`,
  known: '已知',
  group: (name, n) => `${name}（${n}）`,
  rowsOf: (name, n) => (name.endsWith('行') ? `${name} ${n}` : `${name} ${n} 行`),
  more: (n) => `…… 另有 ${n} 项`,
  received: (n) => `共读取 ${n} 行`,
  records: (usage, charges, payments) => `请求 ${usage}，上游账单 ${charges}，充值 ${payments}`,
  skipped: (names) => `未计为请求的行：${names}。`,
  stripped: (names) => `已从记录中删除、没有保存的字段：${names}。`,
  rejected: (n, isListed) =>
    `无法读取的行：${n}。${isListed ? '原因见 rejected.csv' : '加上 --out 可生成 rejected.csv 查看原因'}。`,
  columns: {
    file: (name, kinds) => `${name}：${kinds.join('、')}`,
    fields: { logs: '网关日志', upstreamCharges: '上游账单', payments: '充值记录' },
    texts: { json: 'JSON', jsonLines: 'JSON Lines', table: '表格' },
    format: (predicate) => `该文件${predicate}。`,
    column: '列',
    field: '字段',
    row: (row) => `第 ${row} 行`,
    skipped: (row) => `第 ${row} 行略过`,
    unread: (row, reason) => `第 ${row} 行无法读取：${reason}`,
  },
};

/** Texts of the month command by language. */
export const reportWords = { en: english, zh: chinese } as const satisfies Record<Language, ReportWords>;
