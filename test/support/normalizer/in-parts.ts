import { connectors } from '#shared/connectors/registry.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import type { Facts } from '#shared/engine/survey/facts.ts';
import type { PriceSeen } from '#shared/facts.ts';
import { Account, addFigures, type Figures } from '#shared/normalizer/account.ts';
import { refuseOtherGateway } from '#shared/normalizer/intake/dialect.ts';
import type { Entry, RowField } from '#shared/normalizer/intake/native.ts';
import { entriesOf, withoutOverlaps } from '#shared/normalizer/intake/overlap.ts';
import { openPayload, settingsOf } from '#shared/normalizer/intake/payload.ts';
import { partKeyOf } from '#shared/normalizer/part-key.ts';
import { type DownstreamUsage, downstreamUsage } from '#shared/normalizer/records/downstream.ts';
import { paymentRecords } from '#shared/normalizer/records/payments.ts';
import { underItsChannel, upstreamCharges, upstreamDrafts } from '#shared/normalizer/records/upstream.ts';
import { wholePayments } from '#shared/normalizer/records/whole-payments.ts';
import { RefusedCall } from '#shared/normalizer/refused-call.ts';
import { type Normalized, replyOf } from '#shared/normalizer/reply.ts';
import { mergeSurveys, surveyOf } from '#shared/normalizer/survey/survey.ts';
import type { PaymentFacts } from '#shared/payment-facts.ts';
import { LogColumns } from '#shared/run/columns/log-columns.ts';
import { priceChanges } from '#shared/run/reconcile/price-changes.ts';
import { connectorPayloadSchemaOf } from '#shared/schemas/connector-payload.ts';

const schema = connectorPayloadSchemaOf(connectors.map(({ id }) => id));

/** What one machine hands to the next. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** A part's number for a key: any function of the key will do. */
const partOf = (key: string, parts: number): number => {
  let hash = 7;
  for (const unit of key) hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % parts;
};

const dealt = <T>(items: readonly T[], keyOf: (item: T) => string, parts: number): T[][] => {
  const hands = Array.from({ length: parts }, (): T[] => []);
  for (const item of items) hands[partOf(keyOf(item), parts)]?.push(item);
  return hands;
};

/** What log rows say beside their records, by request. */
function besideOf(
  usage: readonly (Pick<DownstreamUsage, 'records' | 'sales'> & { prices: readonly PriceSeen[] })[],
  period: Parameters<typeof priceChanges>[3],
): Facts {
  const said = usage.flatMap(({ records, sales }) => {
    const facts = sales();
    return records.map(({ index, record }) => ({ record, ...facts.get(index) }));
  });
  const requests = [...Map.groupBy(said, ({ record }) => record.requestId)].map(([requestId, rows]) => {
    const bought = rows.find((row) => row.bought !== undefined)?.bought;
    const isKnown = rows.every(({ attempts }) => attempts !== undefined);
    const attempts = rows.reduce((sum, row) => sum + (row.attempts ?? 0), 0);
    const seconds = Math.max(...rows.map((row) => row.seconds ?? 0));
    return [requestId, { seconds, ...(bought !== undefined && { bought }), ...(isKnown && { attempts }) }];
  });
  const ties = said.flatMap(({ record, bought }) =>
    bought === undefined ? [] : [[record.model, bought] as const],
  );
  const seen = usage.flatMap(({ prices }) => prices);
  const changes = priceChanges(new LogColumns(), () => true, seen, period);
  return { ties, requests: Object.fromEntries(requests), priceChanges: changes };
}

/**
 * Normalizes as any number of machines would, each seeing its own part only; what they exchange is JSON.
 * @param door whether the charges stand under the channels that the log ties them to, as where a machine of the
 *   caller's own reports, or as in the API's reply; and whether both sides of payments are joined, as in the month's books
 */
export function normalizeInParts(
  body: unknown,
  parts: number,
  door: 'api' | 'local' | 'month' = 'api',
): Normalized & { paid?: PaymentFacts; beside?: Facts } {
  const refused = new RefusedCall();
  const figures: Figures[] = [];
  /** Every part keeps an account of its own. */
  const accounted = <T>(work: (account: Account) => T): T => {
    const account = new Account(refused);
    const result = work(account);
    figures.push(sent(account.figures()));
    return result;
  };
  const payload = openPayload(body, schema);
  const settings = accounted((account) => settingsOf(payload, connectors, account));
  const handsOf = (field: RowField): Entry[][] => {
    const entries = accounted((account) => entriesOf(payload.pages.get(field)?.rows ?? [], field, account));
    return dealt(entries, (entry) => partKeyOf(entry, settings), parts).map((hand) =>
      accounted((account) => withoutOverlaps(hand, account)),
    );
  };
  const [logs, upstream, payments] = [handsOf('logs'), handsOf('upstreamCharges'), handsOf('payments')];
  const surveys = logs.map((hand, i) =>
    sent(surveyOf({ logs: hand, upstreamCharges: upstream[i] ?? [], payments: [] }, settings)),
  );
  const survey = sent(surveys.reduceRight(mergeSurveys));
  refuseOtherGateway(survey.shown, settings.connector);
  const context = { ...settings, survey };
  const usage = logs.map((hand) =>
    accounted((account) => {
      const own = downstreamUsage(hand, context, account);
      const said = own.sales();
      const { prices } = own.facts();
      return { ...sent(own), sales: () => said, prices };
    }),
  );
  const drafts = upstream.flatMap((hand) =>
    accounted((account) => sent(upstreamDrafts(hand, context, account))),
  );
  const links = dealt(
    usage.flatMap((part) => part.links),
    ({ id }) => id,
    parts,
  );
  const charges = dealt(drafts, ({ record }) => record.requestId ?? '', parts).flatMap((hand, i) =>
    accounted((account) => upstreamCharges(hand, links[i] ?? [], account)).map((charge) =>
      door === 'api' ? charge : { index: charge.index, record: underItsChannel(charge) },
    ),
  );
  // Both sides of a payment meet where all rows are at hand, and then say more than records do.
  const whole =
    door !== 'month'
      ? undefined
      : accounted((account) => wholePayments(payments.flat(), logs.flat(), context, account));
  const paid =
    whole?.records ??
    payments.flatMap((hand) => accounted((account) => paymentRecords(hand, context, account)));
  refused.throwIfAny();
  const records = { usage: usage.flatMap((part) => part.records), charges, payments: paid };
  const reply = replyOf(payload, records, figures.reduceRight(addFigures));
  return whole ? { ...reply, paid: whole.facts, beside: besideOf(usage, readLedgers(reply.data)) } : reply;
}
