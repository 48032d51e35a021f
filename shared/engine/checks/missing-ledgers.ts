import { check, code, ledgerInChinese } from './check.ts';

/** All three ledgers are there. */
export const missingLedgers = check({
  id: 'missing-ledgers',
  invariant:
    'Upstream charges and payments are supplied, if only as empty lists: an omitted ledger is unknown, not empty.',
  codes: {
    ledger_missing: code('ledger', ['info'], null, {
      en: {
        title: 'A ledger is missing, so checks that need it were skipped.',
        remedy: 'Send what is missing. An empty list says that there was nothing.',
        clause: ['a ledger is missing', '# ledgers are missing'],
        message: 'The ledger {name} was not supplied, so checks that need it were skipped.',
      },
      zh: {
        title: '缺少一本账，需要它的项目未检查。',
        remedy: '请补上缺少的账；空列表表示确实没有记录。',
        clause: '缺少 # 本账',
        message: ({ name }) => `未提供${ledgerInChinese(name)}，凡需要它的项目均未检查。`,
      },
    }),
  },
  conclude({ context, find }) {
    for (const ledger of ['upstreamCharges', 'payments'] as const)
      if (!context.supplied[ledger]) find('ledger_missing', { subject: { kind: 'ledger', name: ledger } });
  },
});
