import { type OpenFile, openFile } from '../../files/read-file.ts';
import type { Batch } from '../../files/row-sink.ts';
import type { ReadRow } from '../../files/source-file.ts';
import { layoutOf } from '../../files/table-layout.ts';
import type { Connector } from '../../gateways/connector.ts';
import { connectors } from '../../gateways/registry.ts';
import { OWN_PER_UNIT } from '../../gateways/vocabulary.ts';
import { findUsageReport, isNonUsageRow } from '../../normalizer/bills/recognize-bill.ts';
import { detectGateway, hasAnySignature, hasSignature } from '../../normalizer/intake/dialect.ts';
import { buildRowFilter } from '../../normalizer/intake/filter-row.ts';
import { asNumber, isAbsent, isGatewayRow, isLogRow, type Native } from '../../normalizer/intake/native.ts';
import { withQuotaFromText } from '../../normalizer/intake/quota-in-text.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { explainForeignRow } from '../../normalizer/logs/foreign-row.ts';
import { addWalletQuota } from '../../normalizer/records/wallet-plan.ts';
import { LogColumns } from '../columns/log-columns.ts';
import { connectorOf, type RunSettings } from '../settings.ts';
import { batchesOf } from './batches.ts';
import { termsOf } from './file-terms.ts';
import { Look } from './look.ts';
import { PlainLogs } from './plain-logs.ts';
import { NOTHING_STATED, rejectedLine } from './rejected-rows.ts';
import type { Columns, RejectedLine, RowAside, Source, SourceField } from './source.ts';

/** Looks for what tells whose rows they are, until it has told. */
class Marks {
  readonly shown = new Set<string>();
  readonly forks = new Set<string>();
  readonly #own: Connector;
  #unseen = connectors.flatMap(({ forks = [] }: Connector) => forks.filter(({ marks }) => marks));

  constructor(own: Connector) {
    this.#own = own;
  }

  look(field: SourceField, native: Native): void {
    if (field === 'logs' && hasSignature(native, this.#own)) this.shown.add(this.#own.id);
    else if (field === 'logs')
      for (const connector of connectors) if (hasSignature(native, connector)) this.shown.add(connector.id);
    for (const { name, marks = [] } of this.#unseen)
      if (hasAnySignature(native, marks)) {
        this.forks.add(name);
        this.#unseen = this.#unseen.filter((fork) => fork.name !== name);
      }
  }
}

type Stated = readonly (readonly [name: string, value: unknown])[];

/** Fields of upstream rows that are stated of their file. A row that counts as this gateway does needs less memory. */
function statedFields(source: Source, run: RunSettings, terms: Stated) {
  const { field, channel, currency, factor } = source;
  // A row of another worth is no plain one.
  const quotaPerUnit = source.quotaPerUnit ?? (factor === undefined ? undefined : run.quotaPerUnit);
  const defined = (fields: Stated): Stated =>
    field === 'upstreamCharges' ? fields.filter(([, value]) => value !== undefined) : [];
  const bill: Stated = [['channelId', channel], ['currency', currency], ...terms];
  const log: Stated = [
    ['channelId', channel],
    [OWN_PER_UNIT, factor === undefined && quotaPerUnit === run.quotaPerUnit ? undefined : quotaPerUnit],
    ['currency', currency === (run.currency ?? 'USD') ? undefined : currency],
  ];
  return { bill: defined(bill), log: defined(log) };
}

/** A row with what is stated of its file, where the row does not state it. */
function withStated(native: Native, { bill, log }: ReturnType<typeof statedFields>): Native {
  if (bill.length === 0 && log.length === 0) return native;
  const missing = (isLogRow(native) ? log : bill).filter(([name]) => isAbsent(native[name]));
  return missing.length === 0 ? native : { ...native, ...Object.fromEntries(missing) };
}

/** Whether a row of the upstream bills something, rather than only counting it. */
const isBill = (native: Native): boolean => findUsageReport(native) === undefined && !isLogRow(native);

const kindIn = ({ type }: Native, { log: { kinds } }: Connector): string | undefined =>
  isAbsent(type) ? undefined : kinds.find((kind) => kind.type === asNumber(type))?.kind;
const WALLET_KINDS: ReadonlySet<string> = new Set(['topup', 'manage', 'system']);
/** A row about a customer's wallet, not about a request. */
const isOfWallet = (native: Native, gateway: Connector): boolean =>
  WALLET_KINDS.has(kindIn(native, gateway) ?? '');

/** Drops the keys of log rows that no connector names. */
class Keepers {
  readonly #keepers = new Map<string, ReturnType<typeof buildRowFilter>>();

  /** Keeps all of a row without a request id: it is named after all of its content. */
  kept(native: Native, gateway: Connector): Native {
    const hasId = gateway.log.fields.requestId?.at.some((key) => !isAbsent(native[key]));
    if (!hasId) return native;
    const keep = this.#keepers.get(gateway.id) ?? buildRowFilter('logs', gateway, connectors);
    this.#keepers.set(gateway.id, keep);
    const { channelId } = native;
    return { ...keep(native), ...(channelId !== undefined && { channelId }) };
  }
}

/** Reads the rows of a source, one by one. */
class RowReader {
  readonly look = new Look();
  readonly #source: Source;
  readonly #settings: RunSettings;
  readonly #own: Connector;
  readonly #sales = new LogColumns();
  readonly #charges = new LogColumns();
  readonly #plain: PlainLogs;
  readonly #stated: ReturnType<typeof statedFields>;
  readonly #marks: Marks;
  readonly #keepers = new Keepers();
  readonly #aside: RowAside[] = [];
  readonly #rejected: RejectedLine[] = [];
  #rows = 0;
  /** What takes out of rows what they may not carry, by the field that takes them: a file may hold whole ledgers. */
  readonly #strippers: Readonly<Record<SourceField, Stripper>> = {
    logs: new Stripper('logs'),
    upstreamCharges: new Stripper('upstreamCharges'),
    payments: new Stripper('payments'),
  };

  /** @param terms fields that all rows lack */
  constructor(source: Source, settings: RunSettings, terms: Stated) {
    this.#source = source;
    this.#settings = settings;
    this.#own = connectorOf(settings);
    this.#stated = statedFields(source, settings, terms);
    this.#marks = new Marks(this.#own);
    const columns = source.field === 'logs' ? this.#sales : this.#charges;
    this.#plain = new PlainLogs(source, settings, columns, this.#strippers[source.field]);
  }

  take({ rows, rejected }: Batch): void {
    this.#rows += rows.length + rejected.length;
    for (const row of rows) this.#row(row);
    for (const { row, reason } of rejected)
      this.#rejected.push({ source: this.#source.source, row, reason, money: NOTHING_STATED });
  }

  #row({ row, native: written, ledger }: ReadRow): void {
    const { field } = this.#source;
    const native = withStated(written, this.#stated);
    this.look.row(native);
    if (ledger !== undefined && ledger !== 'downstreamUsage')
      this.#keep(ledger, row, this.#stripped(ledger, native));
    else if (isGatewayRow(field, native)) this.#logRow(field, row, native);
    else if (field === 'payments')
      this.#keep(field, row, this.#stripped(field, addWalletQuota(native, this.#own)));
    else this.#keep(field, row, this.#stripped(field, native));
  }

  #logRow(field: SourceField, row: number, native: Native): void {
    const isOwn = field === 'logs';
    this.#marks.look(field, native);
    const gateway = isOwn ? this.#own : detectGateway(native, connectors, this.#own);
    this.look.logRow(native, gateway, isOwn);
    const reason = explainForeignRow(field, native, gateway);
    if (reason !== undefined) {
      const line = { field, source: this.#source.source, row, native };
      this.#rejected.push(rejectedLine(line, [reason], this.#settings));
      return;
    }
    if (this.#plain.take(row, native, gateway)) return;
    if (isOwn && isOfWallet(native, gateway)) this.#plain.units.addFree(native);
    const { quotaPerUnit } = this.#settings;
    // Texts are not kept.
    const said = quotaPerUnit === undefined ? native : withQuotaFromText(native, gateway, quotaPerUnit);
    this.#keep(field, row, this.#keepers.kept(this.#stripped(field, said), gateway));
  }

  #stripped(field: SourceField, native: Native): Native {
    return this.#strippers[field].strip(native) as Native;
  }

  #keep(field: SourceField, row: number, native: Native): void {
    this.#aside.push({ field, source: this.#source.source, row, native });
  }

  /** @param file all of whose rows have been taken */
  columns(file: OpenFile): Columns {
    const [sales, charges, aside] = [this.#sales, this.#charges, this.#aside];
    sales.trim();
    charges.trim();
    const { shown, forks } = this.#marks;
    const billed = aside.filter(({ field }) => field === 'upstreamCharges').map(({ native }) => native);
    return {
      sales,
      charges,
      aside,
      rejected: this.#rejected,
      rows: this.#rows,
      stripped: [...this.#strippers[this.#source.field].droppedCounts()],
      shown: [...shown],
      forks: [...forks],
      looks: this.look.result(file, this.#source.mapping !== undefined),
      units: this.#plain.units.evidence,
      fields: [...new Set(aside.map((row) => row.field))],
      isBilled: billed.some(isBill),
      isSetAside: billed.length > 0 && charges.length === 0 && billed.every(isNonUsageRow),
    };
  }
}

/**
 * Reads a source into columns, in one pass over its bytes. Plain log rows become numbers and ids; whatever else is in
 * it is kept as it is, stripped of what no row may carry, for all rows together to be looked at.
 * @throws Rejection where the source as a whole cannot be read
 */
export async function read(
  source: Source,
  bytes: AsyncIterable<Uint8Array>,
  settings: RunSettings,
): Promise<Columns> {
  const { place, mapping } = source;
  const file = await openFile({ name: place, bytes }, settings.isPartial, mapping && layoutOf(mapping));
  const reader = new RowReader(source, settings, termsOf(source, file.format.columns, settings));
  for await (const batch of batchesOf(source, file, reader.look)) reader.take(batch);
  return reader.columns(file);
}
