import { isPositive, ZERO } from '../../money.ts';
import { idsOf, type Row } from '../rows/row.ts';
import { type Context, isOutside } from '../survey/context.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

const FAR_MS = 48 * 3_600_000;

/** A bill of this period that a request far outside it takes along: the clock of a gateway may stand at 1970. */
function isTakenAlong(row: Row, context: Context): boolean {
  if (row.ledger !== 'upstreamCharges' || !isPositive(row.net) || isOutside(row.occurredAt, context))
    return false;
  const { anchoredAt } = row;
  const { start = anchoredAt, end = anchoredAt } = context;
  return start - anchoredAt > FAR_MS || anchoredAt - end > FAR_MS;
}

const seen = (row: Row, context: Context) => ({
  amount: row.currency === context.currency ? row.net.abs() : ZERO,
  ...idsOf(row),
});

/** Each row counts in one place. */
export const scope = check({
  id: 'scope',
  invariant:
    'Every row is in the report currency and dated inside the period, and so is the request it belongs to. Nothing is converted; rows in other currencies are left out and counted. A request belongs where its earliest downstream row is dated, and its other rows follow it, so none is lost or shared between adjacent periods. Earlier states of a row (a pending row before the settled one, a payment before its refund) are left out of every figure, whatever their period and currency.',
  codes: {
    currency_excluded: code('currency', ['warning'], null, {
      en: {
        title: 'Rows in another currency were left out; with a rate for it they count.',
        remedy:
          'State what it is worth, in the settings of a run: "rates": {"CNY": "0.1389"}. Or reconcile them separately, in that currency.',
        clause: 'rows in another currency were left out',
        message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
          `${counted(cases, 'row')} of ${ledger} in ${excluded}, not ${currency}, ${cases === 1 ? 'was' : 'were'} left out: ${amounts.total} ${excluded}.${amounts.credited === undefined ? '' : ` Credit of ${amounts.credited} ${currency} for it counts.`}`,
      },
      zh: {
        title: '其他币种的记录未计入；给出汇率即可计入。',
        remedy: '在运行设置中写明汇率，如 "rates": {"CNY": "0.1389"}；或按该币种另行对账。',
        clause: '其他币种的记录未计入',
        message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
          `${ledgerInChinese(ledger)}中有 ${cases} 条 ${excluded} 记录未计入（报告币种为 ${currency}），合计 ${amounts.total} ${excluded}。${amounts.credited === undefined ? '' : `其入账 ${amounts.credited} ${currency} 照计。`}`,
      },
    }),
    out_of_period: code('ledger', ['warning', 'info'], 'doubtful', {
      en: {
        title:
          'Rows of another period were left out; a warning if a request from far outside the period takes an upstream charge out of it.',
        remedy:
          'Rows just outside the period need nothing: the report for their own period counts them. Where a request from far outside takes a charge with it, check the clock of the node that logged it.',
        clause: 'rows lie outside the period',
        message: ({ name, cases, amount, currency }) =>
          `Left out as part of another period: ${counted(cases, 'row')} of ${name}${amount === '0' ? '' : `, a total of ${amount} ${currency}`}.`,
      },
      zh: {
        title: '属于其他账期的记录未计入；如果账期之外很远的请求带走了本账期的上游扣费，则为警告。',
        remedy:
          '紧邻账期的记录无需处理：它们计入各自账期的报告。若账期之外很远的请求带走了扣费，请检查记录它的节点的时钟。',
        clause: '部分记录不在账期内',
        message: ({ name, cases, amount, currency }) =>
          `${ledgerInChinese(name)}中有 ${cases} 条记录属于其他账期，未计入${amount === '0' ? '' : `，共 ${amount} ${currency}`}。`,
      },
    }),
    cross_period_match: code('ledger', ['info'], null, {
      en: {
        title: 'Rows dated outside the period were counted with their request.',
        remedy: 'Nothing to do: the report for the adjacent period leaves them out.',
        clause: 'rows outside the period were counted with their requests',
        message: ({ name, cases, amount, currency }) =>
          `Counted with their request although dated outside the period: ${counted(cases, 'row')} of ${name}, a total of ${amount} ${currency}.`,
      },
      zh: {
        title: '日期在账期之外的记录，随其请求计入。',
        remedy: '无需处理：相邻账期的报告不会再计入。',
        clause: '账期之外的记录随其请求计入',
        message: ({ name, cases, amount, currency }) =>
          `${ledgerInChinese(name)}中有 ${cases} 条记录的日期在账期之外，随其请求一并计入，共 ${amount} ${currency}。`,
      },
    }),
    superseded_rows: code('ledger', ['info'], null, {
      en: {
        title: 'Rows are earlier states of other rows and were left out.',
        remedy: 'Nothing to do: the later state is counted.',
        clause: 'earlier states of rows were left out',
        message: ({ name, cases }) =>
          `Left out as earlier states of other rows: ${counted(cases, 'row')} of ${name}.`,
      },
      zh: {
        title: '较早状态的记录未计入。',
        remedy: '无需处理：计入的是最后的状态。',
        clause: '较早状态的记录未计入',
        message: ({ name, cases }) =>
          `${ledgerInChinese(name)}中有 ${cases} 条记录是其他记录的较早状态，未计入。`,
      },
    }),
  },
  simple: false,
  row(row, { find, context }) {
    const { standing, ledger, currency } = row;
    if (row.superseded) find('superseded_rows', idsOf(row));
    else if (standing === 'currencyExcluded')
      find('currency_excluded', {
        subject: { kind: 'currency', name: [ledger, currency] },
        amounts: { total: row.gross },
        ...idsOf(row),
      });
    else if (standing === 'outOfPeriod')
      find('out_of_period', {
        severity: isTakenAlong(row, context) ? 'warning' : 'info',
        ...seen(row, context),
      });
    else if (row.ledger === 'payments' && row.leftOut)
      find('currency_excluded', {
        subject: { kind: 'currency', name: ['payments', row.leftOut.currency] },
        amounts: { total: row.leftOut.amount, credited: row.credited ?? ZERO },
        ...idsOf(row),
      });
    else if (isOutside(row.occurredAt, context)) find('cross_period_match', seen(row, context));
  },
});
