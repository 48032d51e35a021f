import { idsOf } from '../rows/row.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

/** All rows are in the report's currency. */
export const currency = check({
  id: 'currency',
  invariant:
    'Every row inside the period is in the report currency. Nothing is converted; rows in other currencies are left out and counted. A superseded row counts only as superseded.',
  codes: {
    currency_excluded: code('currency', ['warning'], null, {
      en: {
        title: 'Rows in another currency were left out; with a rate for it they count.',
        remedy:
          'State what it is worth, in the settings of a run: "rates": {"CNY": "0.1389"}. Or reconcile them separately, in that currency.',
        clause: 'rows in another currency were left out',
        message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
          `${counted(cases, 'row')} of ${ledger} in ${excluded}, not ${currency}, ${cases === 1 ? 'was' : 'were'} left out: ${amounts.total} ${excluded}.`,
      },
      zh: {
        title: '其他币种的记录未计入；给出汇率即可计入。',
        remedy: '在运行设置中写明汇率，如 "rates": {"CNY": "0.1389"}；或按该币种另行对账。',
        clause: '其他币种的记录未计入',
        message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
          `${ledgerInChinese(ledger)}中有 ${cases} 条 ${excluded} 记录未计入（报告币种为 ${currency}），合计 ${amounts.total} ${excluded}。`,
      },
    }),
  },
  row(row, { find }) {
    if (row.superseded || row.standing !== 'currencyExcluded') return;
    find('currency_excluded', {
      subject: { kind: 'currency', name: [row.ledger, row.currency] },
      amounts: { total: row.gross },
      ...idsOf(row),
    });
  },
});
