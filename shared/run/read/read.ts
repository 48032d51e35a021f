import type { Connector } from '../../connectors/connector.ts';
import { connectors } from '../../connectors/registry.ts';
import { rowMapper } from '../../files/mapping/map-row.ts';
import type { Mapping } from '../../files/mapping/mapping.ts';
import { type OpenFile, openFile } from '../../files/read-file.ts';
import type { Batch } from '../../files/row-sink.ts';
import { decimal, reciprocal } from '../../money.ts';
import { usageReportOf } from '../../normalizer/bills/known-bill.ts';
import { asWritten, dialectOf, showsAny, showsMarks } from '../../normalizer/intake/dialect.ts';
import { keeperOf } from '../../normalizer/intake/keep.ts';
import {
  isAbsent,
  isGatewayRow,
  isLogRow,
  type Native,
  type RowField,
} from '../../normalizer/intake/native.ts';
import { withStatedQuota } from '../../normalizer/intake/stated-quota.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { UnitCounter, type UnitMarks } from '../../normalizer/survey/unit-marks.ts';
import type { Sentence } from '../../sentence.ts';
import { LogColumns } from '../columns/log-columns.ts';
import { connectorOf, type RunSettings } from '../settings.ts';
import { Look, type Looks } from './look.ts';
import { asKnownLog, mapped } from './mapped.ts';
import { inOneNotation } from './one-notation.ts';
import { PlainLogs } from './plain-logs.ts';
import { NOTHING_STATED, type StatedMoney } from './stated-money.ts';

/** The fields of a run whose rows are read; channels are a setting. */
export type SourceField = Exclude<RowField, 'channels'>;

/** An input of a run, and what is known about it. */
export interface Source {
  /** Its place among all sources; messages and rejected rows are told by it. */
  readonly source: number;
  /** What messages call it. */
  readonly name: string;
  /** Where its bytes are, in terms of the caller that opens it. */
  readonly place: string;
  readonly field: SourceField;
  /** How the columns of a table are read. */
  readonly mapping?: Mapping;
  /** The channel that bought what is in it; a row's own goes before. */
  readonly channel?: string;
}

/** A row that is no plain log row, as it stands in its source, stripped. */
export interface RowAside {
  readonly field: SourceField;
  readonly source: number;
  readonly row: number;
  readonly native: Native;
}

/** A row that cannot be read, and what is wrong with it. */
export interface RejectedLine {
  readonly source: number;
  readonly row: number;
  readonly reason: Sentence;
  /** What money it states; absent where it certainly carries none. */
  readonly money?: StatedMoney;
}

/** What a source says beside its rows: little, however many they are. */
export interface SourceHead {
  readonly rejected: readonly RejectedLine[];
  /** Rows that were read, the rejected ones among them. */
  readonly rows: number;
  /** Fields that were taken out of rows, by name, and how often. */
  readonly stripped: ReadonlyMap<string, number>;
  /** Gateways whose marks its log rows show: the own one, and others that a row shows without the own one's. */
  readonly shown: ReadonlySet<string>;
  /** Forks whose marks they show. */
  readonly forks: ReadonlySet<string>;
  /** What a look at the source as a whole shows. */
  readonly looks: Looks;
  /** What its rows say about the quota per unit. */
  readonly units: UnitMarks;
  /** The ledgers of the rows that are kept as they are. */
  readonly fields: ReadonlySet<SourceField>;
  /** Whether one of these bills something, rather than only counting it. */
  readonly isBilled: boolean;
}

/** A source that has been read, with what it says beside its rows. */
export interface HeadedSource extends Source {
  readonly head: SourceHead;
}

/** What a source holds: a function of its bytes and the settings alone. */
export interface Columns extends SourceHead {
  readonly sales: LogColumns;
  readonly charges: LogColumns;
  readonly aside: readonly RowAside[];
}

/** What is kept of a source whose rows lie elsewhere. */
export const headOf = ({ sales: _, charges: __, aside: ___, ...head }: Columns): SourceHead => head;

/** Rows that are kept as they are take so many bytes, more or less. */
const ASIDE_BYTES = 2000;

/** How much memory the rows of a source take. */
export const bytesOf = ({ sales, charges, aside }: Columns): number =>
  sales.bytes + charges.bytes + aside.length * ASIDE_BYTES;

function batchesOf(
  { name, field, place, mapping }: Source,
  { batches, format }: OpenFile,
  look: Look,
): AsyncIterable<Batch> {
  const isTable = format.text === 'table' && field !== 'logs';
  const rows = isTable ? inOneNotation(batches(), place) : batches();
  if (mapping) return mapped(rows, rowMapper(mapping, format.columns ?? [], name), look);
  return field === 'logs' ? asKnownLog(rows, name, look) : rows;
}

/** Reads the plain log rows of a source, each in the words of the gateway that wrote it. */
class PlainRows {
  readonly #readers = new Map<string, PlainLogs>();
  readonly #source: Source;
  readonly #settings: RunSettings;
  readonly #columns: LogColumns;
  readonly #stripper: Stripper;
  readonly units: UnitCounter;

  constructor(source: Source, settings: RunSettings, columns: LogColumns, stripper: Stripper) {
    this.#stripper = stripper;
    this.units = new UnitCounter();
    this.#source = source;
    this.#settings = settings;
    this.#columns = columns;
  }

  take(row: number, native: Native, gateway: Connector): boolean {
    const { field } = this.#source;
    let reader = this.#readers.get(gateway.id);
    if (reader === undefined) {
      reader = this.#readerOf(gateway, field === 'payments' ? [] : (this.#settings.forks?.[field] ?? []));
      this.#readers.set(gateway.id, reader);
    }
    return reader.take({ field, index: row, native });
  }

  #readerOf(gateway: Connector, forks: readonly string[]): PlainLogs {
    const number = connectors.findIndex(({ id }) => id === gateway.id);
    return new PlainLogs(
      this.#columns,
      asWritten(gateway, forks),
      {
        gateway: number,
        source: this.#source.source,
        quotaPerUnit: this.#settings.quotaPerUnit ?? 1,
        isPriced: this.#settings.prices !== undefined,
      },
      this.#stripper,
      this.units,
    );
  }
}

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
    if (field === 'logs' && showsMarks(native, this.#own)) this.shown.add(this.#own.id);
    else if (field === 'logs')
      for (const connector of connectors) if (showsMarks(native, connector)) this.shown.add(connector.id);
    for (const { name, marks = [] } of this.#unseen)
      if (showsAny(native, marks)) {
        this.forks.add(name);
        this.#unseen = this.#unseen.filter((fork) => fork.name !== name);
      }
  }
}

/** Amounts of a unit whose division does not end are rounded one by one, and do not add up. */
const addsUp = ({ quotaPerUnit }: RunSettings): boolean =>
  quotaPerUnit !== undefined && reciprocal(decimal(quotaPerUnit)) !== undefined;

/** A row of a bill under the channel that its file is of. */
const underChannel = (native: Native, { channel }: Source): Native =>
  channel === undefined || !isAbsent(native.channelId) ? native : { ...native, channelId: channel };

/** Whether a row of the upstream bills something, rather than only counting it. */
const isBill = (native: Native): boolean => usageReportOf(native) === undefined && !isLogRow(native);

const kindIn = ({ type }: Native, { log: { kinds } }: Connector): string | undefined =>
  isAbsent(type) ? undefined : kinds.find((kind) => kind.type === Number(type))?.kind;
const WALLET_KINDS: ReadonlySet<string> = new Set(['topup', 'manage', 'system']);
/** A row about a customer's wallet, not about a request. */
const isOfWallet = (native: Native, gateway: Connector): boolean =>
  WALLET_KINDS.has(kindIn(native, gateway) ?? '');

/** A log row whose text states an amount, with the amount: texts are not kept. */
const withStatedAmount = (native: Native, gateway: Connector, { quotaPerUnit }: RunSettings): Native =>
  quotaPerUnit === undefined ? native : withStatedQuota(native, gateway, quotaPerUnit);

/** Keeps of log rows what is known: forks write more, which is nobody's matter. */
class Keepers {
  readonly #keepers = new Map<string, ReturnType<typeof keeperOf>>();

  /**
   * A row of no known type stays as it is: what it is shows in keys that no log has. So does one without an id: it is
   * named after all that it says.
   */
  kept(native: Native, gateway: Connector): Native {
    const hasId = gateway.log.fields.requestId?.at.some((key) => !isAbsent(native[key]));
    if (!hasId || kindIn(native, gateway) === undefined) return native;
    const keep = this.#keepers.get(gateway.id) ?? keeperOf('logs', gateway, connectors);
    this.#keepers.set(gateway.id, keep);
    const { channelId } = native;
    return { ...keep(native), ...(channelId !== undefined && { channelId }) };
  }
}

/** What takes out of rows what they may not carry, by the field that takes them: a file may hold whole ledgers. */
const strippers = (): Readonly<Record<SourceField, Stripper>> => ({
  logs: new Stripper('logs'),
  upstreamCharges: new Stripper('upstreamCharges'),
  payments: new Stripper('payments'),
});

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
  const { field, source: number } = source;
  const [sales, charges] = [new LogColumns(), new LogColumns()];
  const strip = strippers();
  const stripper = strip[field];
  const plain = new PlainRows(source, settings, field === 'logs' ? sales : charges, stripper);
  const own = connectorOf(settings);
  const marks = new Marks(own);
  const keepers = new Keepers();
  const mayBePlain = !settings.isSlow && addsUp(settings);
  const aside: RowAside[] = [];
  const rejected: RejectedLine[] = [];
  const look = new Look();
  let rows = 0;
  const file = await openFile({ name: source.place, bytes }, settings.isPartial);
  for await (const batch of batchesOf(source, file, look)) {
    rows += batch.rows.length + batch.rejected.length;
    for (const { row, native: written, ledger } of batch.rows) {
      const native = underChannel(written, source);
      look.row(native);
      if (ledger !== undefined && ledger !== 'downstreamUsage') {
        aside.push({ field: ledger, source: number, row, native: strip[ledger].strip(native) as Native });
        continue;
      }
      const log = isGatewayRow(field, native);
      if (log) {
        marks.look(field, native);
        look.logRow(native, field === 'logs');
      }
      const gateway = field === 'logs' || !log ? own : dialectOf(native, connectors, own);
      if (log && mayBePlain && plain.take(row, native, gateway)) continue;
      if (field === 'logs' && isOfWallet(native, gateway)) plain.units.state(native);
      const said = log ? withStatedAmount(native, gateway, settings) : native;
      const stripped = stripper.strip(said) as Native;
      aside.push({ field, source: number, row, native: log ? keepers.kept(stripped, gateway) : stripped });
    }
    for (const { row, reason } of batch.rejected)
      rejected.push({ source: number, row, reason, money: NOTHING_STATED });
  }
  sales.trim();
  charges.trim();
  const { shown, forks } = marks;
  return {
    sales,
    charges,
    aside,
    rejected,
    rows,
    stripped: new Map(stripper.dropped()),
    shown,
    forks,
    looks: look.result(file, source.mapping !== undefined),
    units: plain.units.marks,
    fields: new Set(aside.map((row) => row.field)),
    isBilled: aside.some((row) => row.field === 'upstreamCharges' && isBill(row.native)),
  };
}
