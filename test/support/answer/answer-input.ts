import { codes } from '#shared/engine/checks/registry.ts';
import { codeWords } from '#shared/engine/checks/registry.words.ts';
import type { Language } from '#shared/language.ts';
import { sumBy, toDecimal, toPlainText } from '#shared/money/money.ts';
import type { AnswerInput } from '#shared/report/answer/answer-input.ts';
import type { Cause, Completeness } from '#shared/schemas/report.ts';

export const COMPLETE: Completeness = {
  complete: true,
  upstreamCharges: true,
  payments: true,
  requestMatching: true,
  currency: true,
  rows: true,
  margin: true,
  paymentCredits: true,
  findings: true,
  pricing: true,
  tokens: true,
};

/** Builds a cause whose amount counts in full. */
export const buildCause = (code: string, amount: string | null, more: Partial<Cause> = {}): Cause => ({
  severity: 'warning',
  side: codes.get(code)?.side ?? null,
  code,
  model: null,
  channelId: null,
  count: 1,
  amount,
  counted: amount ?? '0',
  findingId: 'fnd_1',
  ...more,
});

type Rows = Partial<AnswerInput['summary']['records']['payments']>;

/** Figures of a month. Defaults: complete, with a margin of 2.40 on a revenue of 10.30. */
export interface AnswerFigures {
  readonly flags?: Partial<Completeness>;
  readonly money?: Partial<AnswerInput['summary']['money']>;
  readonly causes?: readonly Cause[];
  readonly rows?: Partial<Record<keyof AnswerInput['summary']['records'], Rows>>;
  readonly excluded?: AnswerInput['summary']['excluded'];
  readonly matched?: number | null;
  readonly unattributed?: string;
  readonly pending?: string;
  readonly revenue?: string;
  readonly cost?: string;
  readonly margin?: string;
  readonly rate?: number | null;
  /** Model rows. The default cost is 0 for an unbilled model, else 1. */
  readonly models?: readonly (readonly [
    model: string,
    margin: string,
    unbilled?: string | null,
    cost?: string,
    requests?: number,
    more?: Partial<AnswerInput['byModel'][number]>,
  ])[];
  /** Further fields of the summary. */
  readonly summary?: Partial<AnswerInput['summary']>;
  /** Days with revenue or cost that is not compared. */
  readonly uncompared?: readonly (readonly [day: number, revenue: string, cost: string])[];
  /** Amounts of info findings by code. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** Requests outside the time that the other ledger covers. */
  readonly alone?: NonNullable<AnswerInput['summary']['beyond']>;
  /** Without a period: the first and last day of October that have rows. */
  readonly isOpen?: readonly [first: number, last: number];
}

const rowsOf = (rows: Rows = {}) => ({
  received: 37,
  included: 37,
  outOfPeriod: 0,
  currencyExcluded: 0,
  ...rows,
});

const daysFrom = ([first, last]: readonly [number, number] = [1, 30]): number[] =>
  Array.from({ length: last - first + 1 }, (_, more) => first + more);

const titleOf = (code: string, language: Language) => ({
  title: codeWords.get(code)?.[language].title ?? code,
  remedy: codeWords.get(code)?.[language].remedy ?? '',
});

const sumOf = (rows: NonNullable<AnswerFigures['uncompared']>, at: 1 | 2): string =>
  toPlainText(sumBy(rows, (row) => toDecimal(row[at])));

const outsideFields = (revenue: string, cost: string) => ({
  ...(revenue !== '0' && { uncomparedRevenue: revenue }),
  ...(cost !== '0' && { uncomparedCost: cost }),
});

/** Builds the input of the first lines. @param language of titles and remedies */
export function buildAnswerInput(month: AnswerFigures = {}, language: Language = 'en'): AnswerInput {
  const { causes = [], flags = {}, models = [], beyond = {}, uncompared = [] } = month;
  const { revenue = '10.3', cost = '7.9' } = month;
  const completeness = { ...COMPLETE, ...flags };
  const severities = (severity: string) => causes.filter((cause) => cause.severity === severity).length;
  const lines = [...causes.map(({ code, amount }) => [code, amount] as const), ...Object.entries(beyond)].map(
    ([code, amount]) => [
      code,
      { severity: code in beyond ? 'info' : 'warning', count: 1, amount, ...titleOf(code, language) },
    ],
  );
  return {
    currency: 'USD',
    completeness,
    byModel: models.map(([model, margin, unbilled, cost = unbilled ? '0' : '1', requests = 1, more], at) => ({
      model,
      requests,
      revenue: unbilled ?? '1',
      cost,
      margin,
      marginRate: null,
      matchedRequests: 0,
      matchedMargin: '0',
      ...(unbilled && { unbilledRevenue: unbilled }),
      ...(at === 0 && uncompared.length > 0 && outsideFields(sumOf(uncompared, 1), sumOf(uncompared, 2))),
      ...more,
    })),
    summary: {
      ...(month.alone && { beyond: month.alone }),
      period: month.isOpen
        ? { start: null, end: null, reference: null }
        : { start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z', reference: null },
      records: {
        downstreamUsage: rowsOf(month.rows?.downstreamUsage),
        upstreamCharges: rowsOf(month.rows?.upstreamCharges),
        payments: rowsOf(month.rows?.payments),
      },
      requests: { total: 37, matched: month.matched === undefined ? 37 : month.matched },
      revenue: { gross: revenue, refunds: '0', net: revenue, pending: month.pending ?? '0' },
      cost: completeness.upstreamCharges
        ? { gross: cost, refunds: '0', net: cost, pending: '0', unattributed: month.unattributed ?? '0' }
        : null,
      margin: completeness.upstreamCharges
        ? { amount: month.margin ?? '2.4', rate: month.rate === undefined ? 0.233 : month.rate }
        : null,
      payments: null,
      excluded: month.excluded ?? {},
      money: { lost: '0', owed: '0', doubtful: '0', ...month.money },
      causes: [...causes],
      tolerances: { amount: '0.000002', tokenRatio: 0.005, staleHours: 24 },
      byDay: daysFrom(month.isOpen)
        .map((day) => {
          const [, sold, billed] = uncompared.find(([outside]) => outside === day) ?? [];
          return {
            day: `2026-10-${`${day}`.padStart(2, '0')}`,
            requests: 1,
            revenue: '1',
            cost: '1',
            margin: '0',
            ...(sold !== undefined && billed !== undefined && outsideFields(sold, billed)),
            ...(sold === '1' && { uncomparedRequests: 1 }),
          };
        })
        .toReversed(),
      byUser: [],
      unmatched: null,
      ...month.summary,
      findings: {
        total: causes.length,
        listed: causes.length,
        critical: severities('critical'),
        warning: severities('warning'),
        info: severities('info'),
        byCode: Object.fromEntries(lines),
      },
    },
  };
}
