import * as v from 'valibot';
import { closedObject } from './closed.ts';
import { ANSWER_ABOUT, SIDES, SUMMARY_LISTS } from './lists.ts';

/** A plain decimal: no exponent, no trailing zeros, no `-0`. */
export const decimalText = v.pipe(v.string(), v.regex(/^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/));
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const instantText = v.pipe(v.string(), v.isoTimestamp());
const figure = v.nullable(decimalText);
const ratio = v.nullable(v.number());

const severitySchema = v.picklist(['critical', 'warning', 'info']);

const findingDetailsSchema = v.looseObject({});

export const findingSchema = closedObject({
  id: v.string(),
  severity: severitySchema,
  code: v.string(),
  message: v.string(),
  requestId: v.exactOptional(v.string()),
  transactionId: v.exactOptional(v.string()),
  model: v.exactOptional(v.string()),
  channelId: v.exactOptional(v.string()),
  amount: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  details: v.exactOptional(findingDetailsSchema),
});
export type Finding = v.InferOutput<typeof findingSchema>;

export const completenessSchema = closedObject({
  complete: v.boolean(),
  upstreamCharges: v.boolean(),
  payments: v.boolean(),
  requestMatching: v.boolean(),
  currency: v.boolean(),
  rows: v.boolean(),
  margin: v.boolean(),
  paymentCredits: v.boolean(),
  findings: v.boolean(),
  pricing: v.boolean(),
  tokens: v.boolean(),
});
export type Completeness = v.InferOutput<typeof completenessSchema>;

const ledgerRecordsSchema = closedObject({
  received: whole,
  included: whole,
  outOfPeriod: whole,
  currencyExcluded: whole,
});
const unmatchedSideSchema = closedObject({ requests: whole, amount: decimalText });

/** What the findings of one code come to, listed or not. */
const codeLineSchema = closedObject({
  severity: severitySchema,
  count: whole,
  amount: figure,
  title: v.string(),
  remedy: v.string(),
});

const causeSchema = closedObject({
  severity: severitySchema,
  side: v.nullable(v.picklist(SIDES)),
  code: v.string(),
  model: v.nullable(v.string()),
  channelId: v.nullable(v.string()),
  count: whole,
  amount: figure,
  counted: decimalText,
  findingId: v.string(),
  of: v.exactOptional(v.string()),
});
export type Cause = v.InferOutput<typeof causeSchema>;

/** Where a bill names no request: what requests earn whose cost it holds. */
const looseRevenue = { looseRevenue: v.exactOptional(decimalText) };

/** Requests of a usage ledger that lie outside the time of the other one. */
const beyondSchema = closedObject({
  ledger: v.picklist(['downstreamUsage', 'upstreamCharges']),
  requests: whole,
});

const sides = { requests: whole, revenue: decimalText, cost: figure, margin: figure };
const dayLineSchema = closedObject({ day: v.pipe(v.string(), v.isoDate()), ...sides });
type DayLine = v.InferOutput<typeof dayLineSchema>;
/** A UTC hour of the only day of a run's books: `2026-03-10T14`. */
export type HourLine = Omit<DayLine, 'day'> & { readonly hour: string };
const userLineSchema = closedObject({ userId: v.string(), ...sides, credited: figure, ...looseRevenue });

const answerSchema = closedObject({ text: v.string(), about: v.picklist(ANSWER_ABOUT) });
export type Answer = v.InferOutput<typeof answerSchema>;

export const summarySchema = closedObject({
  answer: answerSchema,
  period: closedObject({
    start: v.nullable(instantText),
    end: v.nullable(instantText),
    reference: v.nullable(instantText),
  }),
  inputFingerprint: v.string(),
  records: closedObject({
    downstreamUsage: ledgerRecordsSchema,
    upstreamCharges: ledgerRecordsSchema,
    payments: ledgerRecordsSchema,
  }),
  requests: closedObject({ total: whole, matched: v.nullable(whole) }),
  revenue: closedObject({ gross: decimalText, refunds: decimalText, net: decimalText, pending: decimalText }),
  cost: v.nullable(
    closedObject({
      gross: decimalText,
      refunds: decimalText,
      net: decimalText,
      pending: decimalText,
      unattributed: decimalText,
    }),
  ),
  margin: v.nullable(closedObject({ amount: decimalText, rate: ratio })),
  unmatched: v.nullable(closedObject({ downstream: unmatchedSideSchema, upstream: unmatchedSideSchema })),
  beyond: v.exactOptional(v.array(beyondSchema)),
  payments: v.nullable(
    closedObject({
      gross: decimalText,
      refunds: decimalText,
      chargebacks: decimalText,
      fees: decimalText,
      net: decimalText,
      pending: decimalText,
      credited: decimalText,
    }),
  ),
  excluded: v.record(
    v.string(),
    closedObject({ downstreamUsage: decimalText, upstreamCharges: figure, payments: figure }),
  ),
  findings: closedObject({
    total: whole,
    listed: whole,
    critical: whole,
    warning: whole,
    info: whole,
    byCode: v.record(v.string(), codeLineSchema),
  }),
  money: closedObject({ lost: decimalText, owed: decimalText, doubtful: decimalText }),
  causes: v.array(causeSchema),
  byDay: v.array(dayLineSchema),
  byUser: v.array(userLineSchema),
  cut: v.array(v.picklist(SUMMARY_LISTS)),
  tolerances: closedObject({ amount: decimalText, tokenRatio: v.number(), staleHours: whole }),
});
export type Summary = v.InferOutput<typeof summarySchema>;

const lineFigures = {
  requests: whole,
  revenue: decimalText,
  cost: figure,
  margin: figure,
  marginRate: ratio,
  matchedRequests: v.nullable(whole),
  matchedMargin: figure,
};
const modelLineSchema = closedObject({
  model: v.string(),
  ...lineFigures,
  /** What requests earn whose cost no bill can hold: their margin is unknown. */
  unbilledRevenue: v.exactOptional(decimalText),
});
const channelLineSchema = closedObject({ channelId: v.string(), ...lineFigures, ...looseRevenue });

export const reconciliationReportSchema = closedObject({
  version: v.string(),
  generatedAt: instantText,
  currency: v.string(),
  completeness: completenessSchema,
  summary: summarySchema,
  findings: v.array(findingSchema),
  byModel: v.array(modelLineSchema),
  byChannel: v.array(channelLineSchema),
});
export type ReconciliationReport = v.InferOutput<typeof reconciliationReportSchema>;
