import { connectors } from '#shared/gateways/registry.ts';
import { buildReply, type Normalized, openExport } from '#shared/normalizer/normalize.ts';
import type { DownstreamUsage } from '#shared/normalizer/records/downstream.ts';
import { joinPayments } from '#shared/normalizer/records/joined-payments.ts';
import { linkUpstreamCharges, withLoggedChannel } from '#shared/normalizer/records/upstream.ts';
import { RowOutcomes } from '#shared/normalizer/row-outcomes.ts';
import type { PaymentContexts } from '#shared/payment-context.ts';
import { LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { findPriceChanges } from '#shared/pipeline/reconcile/observed-price-changes.ts';
import { buildPeriodTest } from '#shared/pipeline/run-settings.ts';
import { buildConnectorPayloadSchema } from '#shared/schemas/connector-payload.ts';
import type { FactsOfFiles } from '../engine/reconcile-with-facts.ts';

const schema = buildConnectorPayloadSchema(connectors.map(({ id }) => id));

/** Opens an export, with the outcomes of its rows. Defaults are those of new-api. */
export function openTestExport(body: object) {
  const account = new RowOutcomes();
  const whole = { connector: 'new-api', quotaPerUnit: 500_000, logs: [], ...body };
  return { account, ...openExport(whole, schema, connectors, account) };
}

/** Collects the facts that log rows contain and records do not, by request. */
function collectFacts(usage: DownstreamUsage, isInPeriod: (timeMs: number) => boolean): FactsOfFiles {
  const facts = usage.sales();
  const rowFacts = usage.records.map(({ index, record }) => ({ record, ...facts.get(index) }));
  const requests = [...Map.groupBy(rowFacts, ({ record }) => record.requestId)].map(([requestId, rows]) => {
    const bought = rows.find((row) => row.bought !== undefined)?.bought;
    const hasAttempts = rows.every(({ attempts }) => attempts !== undefined);
    const attempts = rows.reduce((sum, row) => sum + (row.attempts ?? 0), 0);
    const seconds = Math.max(...rows.map((row) => row.seconds ?? 0));
    return [
      requestId,
      { seconds, ...(bought !== undefined && { bought }), ...(hasAttempts && { attempts }) },
    ];
  });
  const ties = rowFacts.flatMap(({ record, bought }) =>
    bought === undefined ? [] : [[record.model, bought] as const],
  );
  const { prices } = usage.facts();
  const changes = findPriceChanges(new LogColumns(), prices, isInPeriod);
  return { ties, requests: Object.fromEntries(requests), priceChanges: changes };
}

/** Normalizes as a month does: charges get the channels of the log, and the two sides of payments are joined. */
export function normalizeForMonth(
  body: unknown,
): Normalized & { paid: PaymentContexts; beside: FactsOfFiles } {
  const account = new RowOutcomes();
  const { payload, whole, context, usage, unlinked } = openExport(body, schema, connectors, account);
  const charges = linkUpstreamCharges(unlinked, usage.links, account).map((charge) => ({
    index: charge.index,
    record: withLoggedChannel(charge),
  }));
  const { records, contexts } = joinPayments(whole.payments, whole.logs, context, account);
  account.throwIfRejected();
  const reply = buildReply(payload, { usage: usage.records, charges, payments: records }, account.summary());
  return { ...reply, paid: contexts, beside: collectFacts(usage, buildPeriodTest(reply.data.period)) };
}
