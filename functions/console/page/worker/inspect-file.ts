import { explainRefusedColumns } from '#shared/bills/registry.ts';
import { type OpenFile, openFile } from '#shared/files/read-file.ts';
import { type ReadRow, rejectFile } from '#shared/files/source-file.ts';
import { voapi } from '#shared/gateways/voapi.ts';
import { findChargeBillByColumns } from '#shared/normalizer/bills/recognize-bill.ts';
import { findAgreedUnit } from '#shared/normalizer/log-survey/unit-evidence.ts';
import { readOpenFile } from '#shared/pipeline/read/read-source.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import { type FileKind, isUnused, recognizeFile } from '#shared/recognition/recognize-file.ts';
import type { ChannelNames } from '#shared/report/answer/localized-report.ts';
import { LogIdCollector } from './log-id-collector.ts';
import type { Recognition, Role } from './protocol.ts';
import { recognizeOtherFile } from './recognize-other-file.ts';

/** Number of first rows by which a file is recognized. */
const FIRST_MAX = 2000;

const NOTHING: Recognition = { role: 'unknown', isAmbiguous: false, needsUnit: false, stripped: [] };

/** Role for a kind of rows. Rows that a run does not need have the role `ignored`. */
const toRole = (kind: FileKind): Role => (kind === 'unread' || isUnused(kind) ? 'ignored' : kind);

/** Column that VoAPI adds to the log columns of new-api. A migration to new-api removes it. */
const VOAPI_COLUMN = 'root_content';

/**
 * Recognizes by its first rows what a file is (log, bill, payments, …), and which gateway wrote it.
 * @returns role and gateway, whether several gateways write such rows (`isAmbiguous`), whether the quota per unit is
 * needed, and why the file is not used (`leftOut`)
 */
export function recognizeRows(
  first: readonly ReadRow[],
): Pick<Recognition, 'role' | 'connector' | 'isAmbiguous' | 'needsUnit' | 'leftOut'> {
  if (first.some(({ ledger }) => ledger !== undefined))
    return { role: 'ledgers', isAmbiguous: false, needsUnit: false };
  const { kind, unused, ...rest } = recognizeFile(first.map(({ native }) => native));
  const isVoapi = rest.isAmbiguous && first.some(({ native }) => Object.hasOwn(native, VOAPI_COLUMN));
  return {
    role: toRole(kind),
    ...rest,
    ...(isVoapi && { connector: voapi.id, isAmbiguous: false }),
    ...(unused && { leftOut: unused }),
  };
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

/** Reads the names of channels from a channel list. */
const readChannelNames = (rows: readonly ReadRow[]): ChannelNames =>
  Object.fromEntries(
    rows.flatMap(({ native: { id, name } }) =>
      (typeof id === 'number' || typeof id === 'string') && typeof name === 'string' ? [[id, name]] : [],
    ),
  );

/** Reads the first rows of a file. The rest of it is not read. */
async function readFirstRows(file: File, isPartial: boolean) {
  const opened = await openFile({ name: file.name, bytes: file.stream() }, isPartial);
  const first: ReadRow[] = [];
  for await (const { rows } of opened.batches()) {
    first.push(...rows.slice(0, FIRST_MAX - first.length));
    if (first.length === FIRST_MAX) break;
  }
  return { first, opened };
}

/** Quota per unit for reading a sample, whose amounts are not used. Large, so that prices of calls are whole quota. */
const UNIT = 1_000_000_000;

/**
 * Reads the first rows as a run does. Returns the names of removed fields, the quota per unit that they show, and the
 * fork that wrote a log.
 */
async function readSample(
  { name }: File,
  opened: OpenFile,
  first: readonly ReadRow[],
  { role, connector = 'new-api' }: Pick<Recognition, 'role' | 'connector'>,
): Promise<Pick<Recognition, 'stripped' | 'unit' | 'fork'>> {
  async function* batches() {
    yield { rows: [...first], rejected: [] };
  }
  const field: SourceField = role === 'logs' || role === 'payments' ? role : 'upstreamCharges';
  const source = { source: 0, name, location: name, field };
  // Treat the rows as JSON: a table is checked as a whole only when all of it is read.
  const { columns: _, ...format } = opened.format;
  const file: OpenFile = { ...opened, format: { ...format, text: 'json' }, batches };
  const { stripped, units, forks } = await readOpenFile(source, file, {
    connector,
    quotaPerUnit: UNIT,
    rejectedShareMax: 1,
    supplied: { upstreamCharges: true, payments: true },
  });
  const unit = findAgreedUnit([units]);
  const [fork] = role === 'logs' ? forks : [];
  return {
    stripped: stripped.map(([name]) => name),
    ...(unit !== undefined && { unit }),
    ...(fork !== undefined && { fork }),
  };
}

/**
 * Recognizes a file by its first rows.
 * @param isPartial whether a truncated file is read as far as it goes
 * @returns what the file was recognized as and, for a log, the request ids in its first rows
 * @throws Rejection if the file cannot be read
 */
export async function inspectFile(file: File, isPartial: boolean) {
  const single = await recognizeOtherFile(file);
  if (single) return { recognition: { ...NOTHING, ...single } };
  const { first, opened } = await readFirstRows(file, isPartial);
  const { columns } = opened.format;
  const refusal = explainRefusedColumns(columns ?? []);
  if (refusal) throw rejectFile(file.name, refusal);
  const recognized = recognizeRows(first);
  const { role } = recognized;
  const isSampled = first.length > 0 && role !== 'ledgers' && role !== 'channels';
  const recognition: Recognition = {
    ...NOTHING,
    ...recognized,
    ...(isSampled && (await readSample(file, opened, first, recognized))),
    ...(columns ? { columns } : first.length > 0 && { names: listNames(first) }),
    ...(findChargeBillByColumns(columns ?? [])?.needsFactor && { needsFactor: true as const }),
    ...(role === 'channels' && { channelNames: readChannelNames(first) }),
  };
  if (role !== 'logs') return { recognition };
  const ids = new LogIdCollector();
  ids.add(first);
  return { recognition, ids };
}
