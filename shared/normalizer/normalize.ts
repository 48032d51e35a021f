import type { Connector } from '../gateways/connector.ts';
import { connectors as registered } from '../gateways/registry.ts';
import { buildConnectorPayloadSchema } from '../schemas/connector-payload.ts';
import { describeCall } from './call-notes.ts';
import { refuseOtherGateway } from './intake/dialect.ts';
import { dedupeRows, openPayload, readSettings } from './intake/payload.ts';
import { surveyLogs } from './log-survey/log-survey.ts';
import { buildReply, type Normalized } from './normalize-reply.ts';
import { readDownstreamUsage } from './records/downstream.ts';
import { readPaymentRecords } from './records/payments.ts';
import { linkUpstreamCharges, readUpstreamDrafts } from './records/upstream.ts';
import { Account, CallRejection } from './rejections-and-notes.ts';

/** An export whose log rows are read, and whose upstream rows wait for what those link to. */
export function openExport(
  body: unknown,
  schema: Parameters<typeof openPayload>[1],
  connectors: readonly Connector[],
  account: Account,
) {
  const payload = openPayload(body, schema);
  const settings = readSettings(payload, connectors, account);
  const whole = dedupeRows(payload, account);
  const survey = surveyLogs(whole, settings);
  refuseOtherGateway(survey.detectedGateways, settings.connector);
  const context = { ...settings, survey };
  const usage = readDownstreamUsage(whole.logs, context, account);
  const drafts = readUpstreamDrafts(whole.upstreamCharges, context, account);
  return { payload, whole, context, usage, drafts };
}

/**
 * The normalizer for a set of gateways. Pure: the same body gives the same output.
 *
 * It takes a parsed JSON body of any kind, of at most `BODY_BYTES_MAX` bytes and `BODY_DEPTH_MAX` levels.
 * @throws Rejection `invalid_request` or `prohibited_field`; nothing else, whatever the body is
 */
export const normalizerFor = (connectors: readonly Connector[]) => {
  const schema = buildConnectorPayloadSchema(connectors.map(({ id }) => id));
  return (body: unknown): Normalized => {
    const refused = new CallRejection();
    const account = new Account(refused);
    const { payload, whole, context, usage, drafts } = openExport(body, schema, connectors, account);
    const charges = linkUpstreamCharges(drafts, usage.links, account);
    const payments = readPaymentRecords(whole.payments, context, account);
    refused.throwIfAny();
    const notes = describeCall(payload, whole, context, usage.units());
    return buildReply(payload, { usage: usage.records, charges, payments }, account.summary(), notes);
  };
};

/** Converts native gateway exports into the input of reconcile, for the gateways of the registry. */
export const normalize = normalizerFor(registered);
