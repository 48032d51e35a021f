import { isPositive, ZERO } from '../../money.ts';
import { idsOf, type Row } from '../rows/row.ts';
import { type Context, isOutside } from '../survey/context.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

const FAR_MS = 48 * 3_600_000;

/** Each row belongs to one period. */
export const period = check({
  id: 'period',
  invariant:
    'Rows are dated inside the period, and so is the request they belong to. A request belongs where its earliest downstream row is dated, and its other rows follow it, so none is lost or shared between adjacent periods. A superseded row counts only as superseded.',
  codes: {
    out_of_period: code('ledger', ['warning', 'info'], 'doubtful', {
      en: {
        title:
          'Rows of another period were left out; a warning if a request from far outside the period takes an upstream charge out of it.',
        remedy:
          'Rows just outside the period need nothing: the report for their own period counts them. Where a request from far outside takes a charge with it, check the clock of the node that logged it.',
        clause: 'rows lie outside the period',
        message: ({ name, cases, amount, currency }) =>
          `Left out as part of another period: ${counted(cases, 'row')} of ${name}, a total of ${amount} ${currency}.`,
      },
      zh: {
        title: '属于其他账期的记录未计入；如果账期之外很远的请求带走了本账期的上游扣费，则为警告。',
        remedy:
          '紧邻账期的记录无需处理：它们计入各自账期的报告。若账期之外很远的请求带走了扣费，请检查记录它的节点的时钟。',
        clause: '部分记录不在账期内',
        message: ({ name, cases, amount, currency }) =>
          `${ledgerInChinese(name)}中有 ${cases} 条记录属于其他账期，未计入，共 ${amount} ${currency}。`,
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
  },
  row(row, { find, context }) {
    if (row.superseded) return;
    const code = codeOf(row, context);
    if (code === undefined) return;
    const amount = row.currency === context.currency ? row.net.abs() : ZERO;
    if (code === 'out_of_period')
      find(code, { amount, severity: isTakenAlong(row, context) ? 'warning' : 'info', ...idsOf(row) });
    else find(code, { amount, ...idsOf(row) });
  },
});

function codeOf({ standing, occurredAt }: Row, context: Context) {
  if (standing === 'outOfPeriod') return 'out_of_period';
  return standing === 'included' && isOutside(occurredAt, context) ? 'cross_period_match' : undefined;
}

/** A bill of this period that a request far outside it takes along: the clock of a gateway may stand at 1970. */
function isTakenAlong(row: Row, context: Context): boolean {
  if (row.ledger !== 'upstreamCharges' || !isPositive(row.net) || isOutside(row.occurredAt, context))
    return false;
  const { anchoredAt } = row;
  const { start = anchoredAt, end = anchoredAt } = context;
  return start - anchoredAt > FAR_MS || anchoredAt - end > FAR_MS;
}
