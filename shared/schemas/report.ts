import * as v from 'valibot';
import { closedObject, uniformObject } from './closed.ts';
import { ANSWER_ABOUT, NOT_JUDGED, SIDES, SUMMARY_LISTS } from './lists.ts';

/** Schema of plain decimal text: no exponent, no trailing zeros, no `-0`. */
export const decimalText = v.pipe(v.string(), v.regex(/^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/));
const integer = v.pipe(v.number(), v.integer(), v.minValue(0));
const instantText = v.pipe(v.string(), v.isoTimestamp());
const figure = v.nullable(decimalText);
const ratio = v.nullable(v.number());

const severitySchema = v.picklist(['critical', 'warning', 'info']);

const findingDetailsSchema = v.looseObject({});

/** Schema of a finding. */
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
/** A finding of a report. */
export type Finding = v.InferOutput<typeof findingSchema>;

/** Schema of the completeness flags. */
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
/** Flags for the parts of a report that could be checked completely. */
export type Completeness = v.InferOutput<typeof completenessSchema>;

const recordCounts = uniformObject(['received', 'included', 'outOfPeriod', 'currencyExcluded'], integer);
const unmatchedSchema = closedObject({ requests: integer, amount: decimalText });

/** Totals of all findings of one code, including findings that are not listed. */
const codeTotalsSchema = closedObject({
  severity: severitySchema,
  count: integer,
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
  count: integer,
  amount: figure,
  counted: decimalText,
  findingId: v.string(),
  of: v.exactOptional(v.string()),
});
/** A cause: findings of one code, model and channel. */
export type Cause = v.InferOutput<typeof causeSchema>;

/** Revenue of requests whose cost is in bill rows without request ids. */
const looseRevenue = { looseRevenue: v.exactOptional(decimalText) };

/** Requests, revenue and cost at times that log and bill do not both cover. */
const uncompared = {
  uncomparedRequests: v.exactOptional(integer),
  uncomparedRevenue: v.exactOptional(decimalText),
  uncomparedCost: v.exactOptional(decimalText),
};

/** Number of requests of a ledger outside the time that the other usage ledger covers. */
const outsideSpanSchema = closedObject({
  ledger: v.picklist(['downstreamUsage', 'upstreamCharges']),
  requests: integer,
});

const sides = { requests: integer, revenue: decimalText, cost: figure, margin: figure };
const dayRowSchema = closedObject({
  day: v.pipe(v.string(), v.isoDate()),
  ...sides,
  /** Revenue of requests whose cost no bill can contain, and cost of billed names that were not sold. */
  unbilledRevenue: v.exactOptional(decimalText),
  unbilledCost: v.exactOptional(decimalText),
  ...uncompared,
});
/** Figures of one UTC hour, such as `2026-03-10T14`, in a run on a single day. */
export type HourRow = Omit<v.InferOutput<typeof dayRowSchema>, 'day'> & { readonly hour: string };
const userRowSchema = closedObject({ userId: v.string(), ...sides, credited: figure, ...looseRevenue });

const answerSchema = closedObject({ text: v.string(), about: v.picklist(ANSWER_ABOUT) });
/** First sentences of a report, and their subject. */
export type Answer = v.InferOutput<typeof answerSchema>;

/** Schema of the summary of a report. */
export const summarySchema = closedObject({
  answer: answerSchema,
  period: uniformObject(['start', 'end', 'reference'], v.nullable(instantText)),
  inputFingerprint: v.string(),
  records: uniformObject(['downstreamUsage', 'upstreamCharges', 'payments'], recordCounts),
  requests: closedObject({ total: integer, matched: v.nullable(integer) }),
  revenue: uniformObject(['gross', 'refunds', 'net', 'pending'], decimalText),
  cost: v.nullable(uniformObject(['gross', 'refunds', 'net', 'pending', 'unattributed'], decimalText)),
  margin: v.nullable(closedObject({ amount: decimalText, rate: ratio })),
  unmatched: v.nullable(uniformObject(['downstream', 'upstream'], unmatchedSchema)),
  beyond: v.exactOptional(v.array(outsideSpanSchema)),
  /** Payments without a currency, and the credit that they brought. */
  unnamedPayments: v.exactOptional(closedObject({ count: integer, credited: decimalText })),
  payments: v.nullable(
    uniformObject(['gross', 'refunds', 'chargebacks', 'fees', 'net', 'pending', 'credited'], decimalText),
  ),
  excluded: v.record(
    v.string(),
    closedObject({ downstreamUsage: decimalText, upstreamCharges: figure, payments: figure }),
  ),
  findings: closedObject({
    total: integer,
    listed: integer,
    critical: integer,
    warning: integer,
    info: integer,
    byCode: v.record(v.string(), codeTotalsSchema),
  }),
  money: uniformObject(SIDES, decimalText),
  causes: v.array(causeSchema),
  byDay: v.array(dayRowSchema),
  byUser: v.array(userRowSchema),
  cut: v.array(v.picklist(SUMMARY_LISTS)),
  tolerances: closedObject({ amount: decimalText, tokenRatio: v.number(), staleHours: integer }),
});
/** Summary of a report. */
export type Summary = v.InferOutput<typeof summarySchema>;

const rowFigures = {
  ...sides,
  marginRate: ratio,
  matchedRequests: v.nullable(integer),
  matchedMargin: figure,
};
const modelRowSchema = closedObject({
  model: v.string(),
  ...rowFigures,
  /** Revenue of requests whose cost no bill can contain, so that their margin is unknown. */
  unbilledRevenue: v.exactOptional(decimalText),
  ...uncompared,
  /** The model of most revenue among those that share lines of a bill without request ids. */
  billedWith: v.exactOptional(v.string()),
  /** Why the model is not reported as a loss although it costs more than it earns. */
  notJudged: v.exactOptional(v.picklist(NOT_JUDGED)),
});
const channelRowSchema = closedObject({ channelId: v.string(), ...rowFigures, ...looseRevenue });

/** Schema of a report. */
export const reconciliationReportSchema = closedObject({
  version: v.string(),
  generatedAt: instantText,
  currency: v.string(),
  completeness: completenessSchema,
  summary: summarySchema,
  findings: v.array(findingSchema),
  byModel: v.array(modelRowSchema),
  byChannel: v.array(channelRowSchema),
});
/** A report: the result of reconcile. */
export type ReconciliationReport = v.InferOutput<typeof reconciliationReportSchema>;
