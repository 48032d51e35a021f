import type { Connector } from '../gateways/connector.ts';
import { connectors as registered } from '../gateways/registry.ts';
import { buildConnectorPayloadSchema } from '../schemas/connector-payload.ts';
import { Account, RefusedCall } from './account.ts';
import { callNotes } from './call-notes.ts';
import { refuseOtherGateway } from './intake/dialect.ts';
import { openPayload, settingsOf, wholeOf } from './intake/payload.ts';
import { downstreamUsage } from './records/downstream.ts';
import { paymentRecords } from './records/payments.ts';
import { upstreamCharges, upstreamDrafts } from './records/upstream.ts';
import { type Normalized, replyOf } from './reply.ts';
import { surveyLogs } from './survey/survey.ts';

/** An export whose log rows are read, and whose upstream rows wait for what those link to. */
export function openExport(
  body: unknown,
  schema: Parameters<typeof openPayload>[1],
  connectors: readonly Connector[],
  account: Account,
) {
  const payload = openPayload(body, schema);
  const settings = settingsOf(payload, connectors, account);
  const whole = wholeOf(payload, account);
  const survey = surveyLogs(whole, settings);
  refuseOtherGateway(survey.shown, settings.connector);
  const context = { ...settings, survey };
  const usage = downstreamUsage(whole.logs, context, account);
  const drafts = upstreamDrafts(whole.upstreamCharges, context, account);
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
    const refused = new RefusedCall();
    const account = new Account(refused);
    const { payload, whole, context, usage, drafts } = openExport(body, schema, connectors, account);
    const charges = upstreamCharges(drafts, usage.links, account);
    const payments = paymentRecords(whole.payments, context, account);
    refused.throwIfAny();
    const notes = callNotes(payload, whole, context, usage.units());
    return replyOf(payload, { usage: usage.records, charges, payments }, account.accounted(), notes);
  };
};

/** Converts native gateway exports into the input of reconcile, for the gateways of the registry. */
export const normalize = normalizerFor(registered);
