import type { Language } from '../../language.ts';
import type { ConvertedRows } from '../run-report.ts';

const LEDGERS = {
  en: { upstreamCharges: 'Cost', payments: 'Payments' },
  zh: { upstreamCharges: '成本', payments: '充值' },
} as const;

const countRows = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

const english = {
  comma: ', ',
  from: (rate: string, day: string): string => `${rate} from ${day}`,
  /** @param rates rates that were used */
  converted: (
    { ledger, currency, rows, amount, converted, uncounted }: ConvertedRows,
    rates: string,
    into: string,
  ): string =>
    `${LEDGERS.en[ledger]} in ${currency} converted at your rate, 1 ${currency} = ${rates} ${into}: ${countRows(rows)}, ${amount} ${currency} = ${converted} ${into}.${uncounted ? ` Not in the totals: ${countRows(uncounted.rows)} of ${uncounted.amount} ${currency}, failed, pending, unpaid or outside the period.` : ''}`,
};

const words = {
  en: english,
  zh: {
    comma: '，',
    from: (rate, day) => `${rate}（自 ${day}）`,
    converted: ({ ledger, currency, rows, amount, converted, uncounted }, rates, into) =>
      `${currency} 的${LEDGERS.zh[ledger]}按您填写的汇率折算，1 ${currency} = ${rates} ${into}：${rows} 行，${amount} ${currency} = ${converted} ${into}。${uncounted ? `另有 ${uncounted.rows} 行共 ${uncounted.amount} ${currency} 未计入合计（失败、待支付、未付款或不在期间内）。` : ''}`,
  },
} as const satisfies Record<Language, typeof english>;

/** Formats rates: `0.1389`, or `0.1402 from 2026-10-01, 0.1389 from 2026-10-15`. */
const ratesText = ({ rates }: ConvertedRows, language: Language): string =>
  rates
    .map(({ from, rate }) => (from === undefined ? rate : words[language].from(rate, from)))
    .join(words[language].comma);

/**
 * Builds a sentence for each currency and ledger that was converted, with the rates that were used.
 * @param currency currency of the report
 */
export const describeConversions = (
  converted: readonly ConvertedRows[],
  currency: string,
  language: Language,
): string[] => converted.map((line) => words[language].converted(line, ratesText(line, language), currency));
