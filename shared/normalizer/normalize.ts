import { CONTRACT_VERSION } from '../contract-version.ts';
import type { Connector } from '../gateways/connector.ts';
import { MANIFEST_VERSION } from '../gateways/manifest/manifest-version.ts';
import { connectors as registered } from '../gateways/registry.ts';
import { refuseWith } from '../rejections.ts';
import { buildConnectorPayloadSchema } from '../schemas/connector-payload.ts';
import { NOTES_MAX } from '../schemas/lists.ts';
import type { NormalizeMeta } from '../schemas/normalize-meta.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '../schemas/reconciliation-input.ts';
import { describeCall } from './call-notes.ts';
import type { IndexedRecord } from './export-context.ts';
import { omitUndefined } from './fields/omit-undefined.ts';
import { explainOtherGateway } from './intake/dialect.ts';
import { dedupeRows, openPayload, type Payload, readSettings } from './intake/payload.ts';
import { surveyLogs } from './log-survey/log-survey.ts';
import { readDownstreamUsage } from './records/downstream.ts';
import { readPaymentRecords } from './records/payments.ts';
import { linkUpstreamCharges, readUpstreamCharges } from './records/upstream.ts';
import { listNoteSentences, type OutcomeCounts, RowOutcomes } from './row-outcomes.ts';

/**
 * Validates the body of a call and reads its logs and charges (`unlinked`, not linked to requests yet), but not its
 * payments. Throws a `Rejection` for an invalid body, and for logs of another gateway than the selected one.
 */
export function openExport(
  body: unknown,
  schema: Parameters<typeof openPayload>[1],
  connectors: readonly Connector[],
  outcomes: RowOutcomes,
) {
  const payload = openPayload(body, schema);
  const settings = readSettings(payload, connectors, outcomes);
  const whole = dedupeRows(payload, outcomes);
  const survey = surveyLogs(whole, settings);
  refuseWith(explainOtherGateway(survey.detectedGateways, settings.connector));
  const context = { ...settings, survey };
  const usage = readDownstreamUsage(whole.logs, context, outcomes);
  const unlinked = readUpstreamCharges(whole.upstreamCharges, context, outcomes);
  return { payload, whole, context, usage, unlinked };
}

/** Reply of the normalizer: the input of reconcile, and how the rows were used. */
export interface Normalized {
  readonly data: ReconciliationInput;
  readonly meta: NormalizeMeta;
}

const sortRecords = <TRecord>(records: readonly IndexedRecord<TRecord>[]): TRecord[] =>
  records.toSorted((a, b) => a.index - b.index).map(({ record }) => record);

/**
 * Builds the reply of `POST /normalize`: records in the order of their rows, and counts of all rows. Settings and
 * ledgers that the caller did not send stay absent.
 * @param figures counts of skipped rows and notes
 * @param callNotes sentences about the whole call, which come first
 */
export function buildReply(
  { settings, pages }: Payload,
  records: {
    readonly usage: readonly IndexedRecord<DownstreamRecord>[];
    readonly charges: readonly IndexedRecord<UpstreamRecord>[];
    readonly payments: readonly IndexedRecord<PaymentRecord>[];
  },
  figures: OutcomeCounts,
  callNotes: readonly string[] = [],
): Normalized {
  const ledgers = [...pages].filter(([field]) => field !== 'channels');
  const { connector, currency, period } = settings;
  return {
    data: {
      version: CONTRACT_VERSION,
      ...omitUndefined({ currency, period }),
      downstreamUsage: sortRecords(records.usage),
      ...(pages.has('upstreamCharges') ? { upstreamCharges: sortRecords(records.charges) } : {}),
      ...(pages.has('payments') ? { payments: sortRecords(records.payments) } : {}),
    },
    meta: {
      connector,
      manifestVersion: MANIFEST_VERSION,
      rows: {
        received: ledgers.reduce((sum, [, { rows }]) => sum + rows.length, 0),
        downstreamUsage: records.usage.length,
        upstreamCharges: records.charges.length,
        payments: records.payments.length,
        skipped: { ...figures.skipped },
      },
      notes: [...callNotes, ...listNoteSentences(figures)].slice(0, NOTES_MAX),
    },
  };
}

/**
 * Creates the function behind `POST /normalize` for a set of gateways. It takes a parsed JSON body of any shape.
 * @throws Rejection `invalid_request` or `prohibited_field`, and no other error
 */
export const createNormalizer = (connectors: readonly Connector[]) => {
  const schema = buildConnectorPayloadSchema(connectors.map(({ id }) => id));
  return (body: unknown): Normalized => {
    const outcomes = new RowOutcomes();
    const { payload, whole, context, usage, unlinked } = openExport(body, schema, connectors, outcomes);
    const charges = linkUpstreamCharges(unlinked, usage.links, outcomes);
    const payments = readPaymentRecords(whole.payments, context, outcomes);
    outcomes.throwIfRejected();
    const notes = describeCall(payload, whole, context, usage.units());
    return buildReply(payload, { usage: usage.records, charges, payments }, outcomes.summary(), notes);
  };
};

/** Converts native exports of the registered gateways into the input of reconcile. */
export const normalize = createNormalizer(registered);
