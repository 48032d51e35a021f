import { refusedHead } from '#shared/bills/registry.ts';
import { openFile } from '#shared/files/read-file.ts';
import { type ReadRow, rejectFile, type UnreadableRow } from '#shared/files/source-file.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { findChargeBillOfHead } from '#shared/normalizer/bills/recognize-bill.ts';
import type { Native } from '#shared/normalizer/intake/native.ts';
import { findAgreedUnit } from '#shared/normalizer/log-survey/unit-evidence.ts';
import { IdColumn, type LogIds } from '#shared/pipeline/columns/ids.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import { type FileKind, isUnused } from '#shared/recognition/kinds.ts';
import { recognizeFile } from '#shared/recognition/recognize-file.ts';
import type { ChannelNames } from '#shared/report/answer/localized-report.ts';
import { withByteProgress } from './byte-progress.ts';
import type { Recognition, Role } from './protocol.ts';
import { recognizeOtherFile } from './recognize-other-file.ts';

/** Result of the inspection of a file. */
export interface Inspection {
  readonly recognition: Recognition;
  /** First rows, for previews of mapping rules. */
  readonly first: readonly ReadRow[];
  /** Ids of the requests in a log: the gateway's and the upstream's. */
  readonly ids?: LogIds;
}

/** Number of first rows by which a file is recognized. */
const FIRST_MAX = 2000;
/** Most models and most channels that the form offers. */
const SOLD_MAX = 500;
/** Keys of the model and the channel in log rows of all gateways, and in mapped rows. */
const MODEL_AT = new Set(['model', ...connectors.flatMap(({ log }) => log.fields.model.at)]);
const CHANNEL_AT = new Set(['channelId', ...connectors.flatMap(({ log }) => log.fields.channelId.at)]);
/** Most unreadable rows that are listed. The others are counted. */
const UNREAD_MAX = 20;

const NOTHING: Recognition = {
  role: 'unknown',
  isAmbiguous: false,
  needsUnit: false,
  rows: 0,
  stripped: [],
  unreadCount: 0,
  unread: [],
};

/** Role for a kind of rows. Rows that a run does not need have the role `ignored`. */
const toRole = (kind: FileKind): Role => (kind === 'unread' || isUnused(kind) ? 'ignored' : kind);

/** Recognizes the role and the gateway of rows, as the month command does. */
export function recognize(
  first: readonly ReadRow[],
): Pick<Recognition, 'role' | 'connector' | 'isAmbiguous' | 'needsUnit' | 'leftOut'> {
  if (first.some(({ ledger }) => ledger !== undefined))
    return { role: 'ledgers', isAmbiguous: false, needsUnit: false };
  const { kind, unused, ...rest } = recognizeFile(first.map(({ native }) => native));
  return { role: toRole(kind), ...rest, ...(unused && { leftOut: unused }) };
}

/** Number of first rows from which names are listed, and most names. */
const NAMING_MAX = 20;
const NAMES_MAX = 200;

/** Lists the names in JSON rows that can be mapped, with a point between an object and a key in it. */
function listNames(rows: readonly ReadRow[]): string[] {
  const entries = rows.slice(0, NAMING_MAX).flatMap(({ native }) => Object.entries(native));
  const names = entries.flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((inside) => `${name}.${inside}`)
      : name,
  );
  return [...new Set(names)].slice(0, NAMES_MAX);
}

/** Adds the value of the first of the keys that is a name or a number. */
function addFirstName(names: Set<string>, native: Native, at: ReadonlySet<string>): void {
  if (names.size === SOLD_MAX) return;
  for (const key of at) {
    const name = native[key];
    if ((typeof name !== 'string' && typeof name !== 'number') || !name) continue;
    names.add(String(name));
    return;
  }
}

/** Reads the names of channels from a channel list. */
const readChannelNames = (rows: readonly ReadRow[]): ChannelNames =>
  Object.fromEntries(
    rows.flatMap(({ native: { id, name } }) =>
      (typeof id === 'number' || typeof id === 'string') && typeof name === 'string' ? [[id, name]] : [],
    ),
  );

const textOf = (id: unknown): string | undefined => (typeof id === 'string' ? id : undefined);

/** Reads a file once. Returns its first rows, the ids, models and channels in it, and facts that do not need its role. */
async function scanRows(file: File, bytes: AsyncIterable<Uint8Array>, isPartial: boolean) {
  const opened = await openFile({ name: file.name, bytes }, isPartial);
  const first: ReadRow[] = [];
  const ids = { own: new IdColumn(), upstream: new IdColumn() };
  const [models, channels] = [new Set<string>(), new Set<string>()];
  const unread: UnreadableRow[] = [];
  let [rows, unreadCount] = [0, 0];
  for await (const batch of opened.batches()) {
    rows += batch.rows.length + batch.rejected.length;
    first.push(...batch.rows.slice(0, FIRST_MAX - first.length));
    for (const { native } of batch.rows) {
      ids.own.add(textOf(native.request_id));
      ids.upstream.add(textOf(native.upstream_request_id));
      addFirstName(models, native, MODEL_AT);
      addFirstName(channels, native, CHANNEL_AT);
    }
    unreadCount += batch.rejected.length;
    unread.push(...batch.rejected.slice(0, UNREAD_MAX - unread.length));
  }
  const [brokenOff, { columns }] = [opened.truncation(), opened.format];
  return {
    first,
    ids,
    sold: { models: [...models], channels: [...channels] },
    known: {
      rows,
      unreadCount,
      unread,
      ...(brokenOff && { brokenOff }),
      ...(columns ? { columns } : first.length > 0 && { names: listNames(first) }),
    },
  };
}

/** Quota per unit for reading a sample, whose amounts are not used. Large, so that prices of calls are whole quota. */
const UNIT = 1_000_000_000;

/** Reads the first rows as a run does. Returns the names of removed fields, and the quota per unit that they show. */
async function readSample(
  { name }: File,
  first: readonly ReadRow[],
  { role, connector = 'new-api' }: Pick<Recognition, 'role' | 'connector'>,
): Promise<Pick<Recognition, 'stripped' | 'unit'>> {
  async function* bytes() {
    yield new TextEncoder().encode(JSON.stringify(first.map(({ native }) => native)));
  }
  const field: SourceField = role === 'logs' || role === 'payments' ? role : 'upstreamCharges';
  const { stripped, units } = await readSource({ source: 0, name, place: name, field }, bytes(), {
    connector,
    quotaPerUnit: UNIT,
    rejectedShareMax: 1,
    supplied: { upstreamCharges: true, payments: true },
  });
  const unit = findAgreedUnit([units]);
  return { stripped: stripped.map(([name]) => name), ...(unit !== undefined && { unit }) };
}

/**
 * Inspects a file: its role, its number of rows, and rows that cannot be read.
 * @param isPartial whether a truncated file is read as far as it goes
 * @throws Rejection if the file as a whole cannot be read
 */
export async function inspectFile(
  file: File,
  isPartial: boolean,
  tell: (share: number) => void,
): Promise<Inspection> {
  const single = await recognizeOtherFile(file);
  if (single) return { recognition: { ...NOTHING, ...single }, first: [] };
  let seen = 0;
  const bytes = withByteProgress(file, (more) => {
    seen += more;
    tell(seen / file.size);
  });
  const { first, ids, sold, known } = await scanRows(file, bytes, isPartial);
  const { columns = [] } = known as { readonly columns?: readonly string[] };
  const refusal = refusedHead(columns);
  if (refusal) throw rejectFile(file.name, refusal);
  const recognized = recognize(first);
  const { role } = recognized;
  const isRead = first.length > 0 && role !== 'ledgers' && role !== 'channels';
  const more = isRead ? await readSample(file, first, recognized) : {};
  return {
    recognition: {
      ...NOTHING,
      ...known,
      ...recognized,
      ...more,
      ...(findChargeBillOfHead(columns)?.needsFactor && { needsFactor: true as const }),
      ...((role === 'logs' || role === 'ledgers') && { sold }),
      ...(role === 'channels' && { channelNames: readChannelNames(first) }),
    },
    first,
    ...(role === 'logs' && { ids }),
  };
}
