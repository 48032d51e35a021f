import type { Connector } from '../gateways/connector.ts';
import { connectors as registered } from '../gateways/registry.ts';
import { refuseWith } from '../rejections.ts';
import { buildConnectorPayloadSchema } from '../schemas/connector-payload.ts';
import { describeCall } from './call-notes.ts';
import { explainOtherGateway } from './intake/dialect.ts';
import { dedupeRows, openPayload, readSettings } from './intake/payload.ts';
import { surveyLogs } from './log-survey/log-survey.ts';
import { buildReply, type Normalized } from './normalize-reply.ts';
import { readDownstreamUsage } from './records/downstream.ts';
import { readPaymentRecords } from './records/payments.ts';
import { linkUpstreamCharges, readUpstreamCharges } from './records/upstream.ts';
import { CallRejection, RowOutcomes } from './row-outcomes.ts';

/**
 * Validates a payload and reads its rows: downstream records, and upstream charges that are not linked yet. Refuses a
 * payload whose logs come from another gateway.
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

/**
 * Builds the normalizer for a set of gateways: a pure function from a parsed JSON body of any shape, of at most
 * `BODY_BYTES_MAX` bytes and `BODY_DEPTH_MAX` levels, to the reply.
 * @throws Rejection `invalid_request` or `prohibited_field`, and no other error
 */
export const normalizerFor = (connectors: readonly Connector[]) => {
  const schema = buildConnectorPayloadSchema(connectors.map(({ id }) => id));
  return (body: unknown): Normalized => {
    const refused = new CallRejection();
    const outcomes = new RowOutcomes(refused);
    const { payload, whole, context, usage, unlinked } = openExport(body, schema, connectors, outcomes);
    const charges = linkUpstreamCharges(unlinked, usage.links, outcomes);
    const payments = readPaymentRecords(whole.payments, context, outcomes);
    refused.throwIfAny();
    const notes = describeCall(payload, whole, context, usage.units());
    return buildReply(payload, { usage: usage.records, charges, payments }, outcomes.summary(), notes);
  };
};

/** Converts native exports of the registered gateways into the input of reconcile. */
export const normalize = normalizerFor(registered);
