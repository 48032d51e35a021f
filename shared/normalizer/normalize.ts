import type { Connector } from '../connectors/connector.ts';
import { MANIFEST_VERSION } from '../connectors/manifest/manifest-version.ts';
import { connectors as registered } from '../connectors/registry.ts';
import { CONTRACT_VERSION } from '../contract-version.ts';
import { Rejection } from '../rejections.ts';
import { connectorPayloadSchemaOf } from '../schemas/connector-payload.ts';
import { NOTES_MAX, type NormalizeMeta } from '../schemas/normalize-meta.ts';
import { read } from '../schemas/read.ts';
import type { DownstreamRecord, ReconciliationInput } from '../schemas/reconciliation-input.ts';
import { Account } from './account.ts';
import { type PerUnit, perUnit } from './fields/per-unit.ts';
import type { Native } from './intake/native.ts';
import { withoutOverlaps } from './intake/overlap.ts';
import { type Pages, pagesOf } from './intake/pages.ts';
import { refuseProhibited } from './intake/refuse-prohibited.ts';
import { type LogLedger, readLogs } from './logs/log-ledger.ts';
import type { LogRow } from './logs/log-row.ts';
import { UpstreamLinks } from './logs/upstream-links.ts';
import { Channels } from './records/channels.ts';
import { downstreamRecord } from './records/downstream.ts';
import { paymentRecords } from './records/payments.ts';
import { upstreamRecords } from './records/upstream.ts';

const LEDGERS = ['logs', 'channels', 'upstreamCharges', 'payments'] as const;

/** Quota means nothing without the deployment's own quotaPerUnit, and no default is assumed. */
function requireUnit({ rows, connector }: LogLedger, per: PerUnit | undefined): void {
  const row = per === undefined ? rows.find(({ quota }) => quota !== undefined) : undefined;
  if (row === undefined) return;
  throw new Rejection('invalid_request', 'The rows carry quota, and quotaPerUnit is missing.', [
    `quotaPerUnit: is required, because logs[${row.index}] carries quota and no amount of money; read it at the gateway's status endpoint, data.quota_per_unit (${connector.quotaPerUnitAt})`,
  ]);
}

function downstreamRecords(
  ledger: LogLedger,
  channels: Channels,
  per: PerUnit | undefined,
  account: Account,
) {
  requireUnit(ledger, per);
  const nameOf = new Map<LogRow, string>();
  const records = ledger.rows.flatMap((row): DownstreamRecord[] => {
    const record = account.attempt(`logs[${row.index}]`, () =>
      downstreamRecord(row, ledger, channels, per, account),
    );
    if (record === undefined) return [];
    nameOf.set(row, record.requestId);
    return [record];
  });
  return { records, nameOf };
}

const metaOf = (
  data: ReconciliationInput,
  received: number,
  connector: Connector,
  account: Account,
  notes: string[],
) => ({
  connector: connector.id,
  manifestVersion: MANIFEST_VERSION,
  rows: {
    received,
    downstreamUsage: data.downstreamUsage.length,
    upstreamCharges: data.upstreamCharges?.length ?? 0,
    payments: data.payments?.length ?? 0,
    skipped: { ...account.skipped },
  },
  notes: notes.slice(0, NOTES_MAX),
});

export interface Normalized {
  readonly data: ReconciliationInput;
  readonly meta: NormalizeMeta;
}

/**
 * The normalizer for a set of gateways. Pure: the same body gives the same output.
 *
 * It takes a parsed JSON body of any kind, of at most `BODY_BYTES_MAX` bytes and `BODY_DEPTH_MAX` levels.
 * @throws Rejection `invalid_request` or `prohibited_field`; nothing else, whatever the body is
 */
export const normalizerFor = (connectors: readonly Connector[]) => {
  const schema = connectorPayloadSchemaOf(connectors.map(({ id }) => id));
  return (body: unknown): Normalized => {
    const payload = read(schema, body);
    const connector = connectors.find(({ id }) => id === payload.connector) as Connector;
    // The rows are taken from the body itself: a schema's copy would lose keys such as `__proto__`.
    const native = body as Native;
    const ledgers = new Map<string, Pages>(
      LEDGERS.filter((name) => native[name] !== undefined).map((name) => [name, pagesOf(native[name], name)]),
    );
    refuseProhibited(ledgers);
    const account = new Account();
    const entriesOf = (name: string) => withoutOverlaps(ledgers.get(name)?.rows ?? [], name, account);
    const channels = new Channels(ledgers.get('channels')?.rows, account);
    const per = payload.quotaPerUnit === undefined ? undefined : perUnit(payload.quotaPerUnit, account);
    const logs = readLogs(entriesOf('logs'), connector, 'logs', account);
    const { records, nameOf } = downstreamRecords(logs, channels, per, account);
    const links = new UpstreamLinks(logs, nameOf);
    const currency = (payload.currency?.trim() || 'USD').toUpperCase();
    const context = { connectors, payload: connector, per, account };
    const data: ReconciliationInput = {
      version: CONTRACT_VERSION,
      ...(payload.currency === undefined ? {} : { currency: payload.currency }),
      ...(payload.period === undefined ? {} : { period: payload.period }),
      downstreamUsage: records,
      ...(ledgers.has('upstreamCharges')
        ? { upstreamCharges: upstreamRecords(entriesOf('upstreamCharges'), { ...context, links }) }
        : {}),
      ...(ledgers.has('payments')
        ? { payments: paymentRecords(entriesOf('payments'), { ...context, currency }) }
        : {}),
    };
    account.settle();
    const received = ['logs', 'upstreamCharges', 'payments'].reduce(
      (sum, name) => sum + (ledgers.get(name)?.rows.length ?? 0),
      0,
    );
    return {
      data,
      meta: metaOf(data, received, connector, account, [...account.sentences(), ...channels.sentences()]),
    };
  };
};

/** Converts native gateway exports into the input of reconcile, for the gateways of the registry. */
export const normalize = normalizerFor(registered);
