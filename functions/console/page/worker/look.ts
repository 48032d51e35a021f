import { openFile } from '#shared/files/read-file.ts';
import type { ReadRow, UnreadableRow } from '#shared/files/source-file.ts';
import { connectors } from '#shared/gateways/registry.ts';
import type { Native } from '#shared/normalizer/intake/native.ts';
import { findAgreedUnit } from '#shared/normalizer/log-survey/unit-evidence.ts';
import { Ids, type LogIds } from '#shared/pipeline/columns/ids.ts';
import { read } from '#shared/pipeline/read/read.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import { judge } from '#shared/recognition/judge.ts';
import { isUnused, type Kind } from '#shared/recognition/kinds.ts';
import type { ChannelNames } from '#shared/report/answer/told.ts';
import { counted } from './counted.ts';
import type { Recognition, Role } from './protocol.ts';
import { singleOf } from './single.ts';

/** What a file holds, as a look at it shows. */
export interface Looked {
  readonly recognition: Recognition;
  /** The first rows: what rules are tried on. */
  readonly first: readonly ReadRow[];
  /** Of a log: ids of its requests, its own and the upstream's. */
  readonly ids?: LogIds;
}

/** Rows that are kept: so many show what all are. */
const FIRST_MAX = 2000;
/** Models and channels that a form offers. */
const SOLD_MAX = 500;
/** Where logs have them, a mapped one too. */
const MODEL_AT = new Set(['model', ...connectors.flatMap(({ log }) => log.fields.model.at)]);
const CHANNEL_AT = new Set(['channelId', ...connectors.flatMap(({ log }) => log.fields.channelId.at)]);
/** Rows that could not be read and are shown; the others are counted. */
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

/** What the page does with rows that nobody needs: it leaves them out, and says why. */
const roleOf = (kind: Kind): Role => (kind === 'unread' || isUnused(kind) ? 'ignored' : kind);

/** What rows are to the page, by the one judge. */
export function recognize(
  first: readonly ReadRow[],
): Pick<Recognition, 'role' | 'connector' | 'isAmbiguous' | 'needsUnit' | 'leftOut'> {
  if (first.some(({ ledger }) => ledger !== undefined))
    return { role: 'ledgers', isAmbiguous: false, needsUnit: false };
  const { kind, unused, ...rest } = judge(first.map(({ native }) => native));
  return { role: roleOf(kind), ...rest, ...(unused && { leftOut: unused }) };
}

/** Rows that names are taken from, and how many names. */
const NAMING_MAX = 20;
const NAMES_MAX = 200;

/** What rows in JSON may be mapped by. */
function namesIn(rows: readonly ReadRow[]): string[] {
  const entries = rows.slice(0, NAMING_MAX).flatMap(({ native }) => Object.entries(native));
  const names = entries.flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((inside) => `${name}.${inside}`)
      : name,
  );
  return [...new Set(names)].slice(0, NAMES_MAX);
}

/** Adds the first that a row names, if it is a name or a number at all. */
function addNamed(names: Set<string>, native: Native, at: ReadonlySet<string>): void {
  if (names.size === SOLD_MAX) return;
  for (const key of at) {
    const name = native[key];
    if ((typeof name !== 'string' && typeof name !== 'number') || !name) continue;
    names.add(String(name));
    return;
  }
}

/** What a channel list calls each channel. */
const channelNamesIn = (rows: readonly ReadRow[]): ChannelNames =>
  Object.fromEntries(
    rows.flatMap(({ native: { id, name } }) =>
      (typeof id === 'number' || typeof id === 'string') && typeof name === 'string' ? [[id, name]] : [],
    ),
  );

const textOf = (id: unknown): string | undefined => (typeof id === 'string' ? id : undefined);

/** A file gone through once: its first rows, what they name, and what does not rest on what they are. */
async function scanned(file: File, bytes: AsyncIterable<Uint8Array>, isPartial: boolean) {
  const opened = await openFile({ name: file.name, bytes }, isPartial);
  const first: ReadRow[] = [];
  const ids = { own: new Ids(), upstream: new Ids() };
  const [models, channels] = [new Set<string>(), new Set<string>()];
  const unread: UnreadableRow[] = [];
  let [rows, unreadCount] = [0, 0];
  for await (const batch of opened.batches()) {
    rows += batch.rows.length + batch.rejected.length;
    first.push(...batch.rows.slice(0, FIRST_MAX - first.length));
    for (const { native } of batch.rows) {
      ids.own.add(textOf(native.request_id));
      ids.upstream.add(textOf(native.upstream_request_id));
      addNamed(models, native, MODEL_AT);
      addNamed(channels, native, CHANNEL_AT);
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
      ...(columns ? { columns } : first.length > 0 && { names: namesIn(first) }),
    },
  };
}

/** Any unit will do where no amount is looked at, if prices of calls are whole numbers of quota by it. */
const UNIT = 1_000_000_000;

/** What the first rows show once they are read as a run reads them. */
async function sampled(
  { name }: File,
  first: readonly ReadRow[],
  { role, connector = 'new-api' }: Pick<Recognition, 'role' | 'connector'>,
): Promise<Pick<Recognition, 'stripped' | 'unit'>> {
  async function* bytes() {
    yield new TextEncoder().encode(JSON.stringify(first.map(({ native }) => native)));
  }
  const field: SourceField = role === 'logs' || role === 'payments' ? role : 'upstreamCharges';
  const { stripped, units } = await read({ source: 0, name, place: name, field }, bytes(), {
    connector,
    quotaPerUnit: UNIT,
    rejectedShareMax: 1,
    supplied: { upstreamCharges: true, payments: true },
  });
  const unit = findAgreedUnit([units]);
  return { stripped: stripped.map(([name]) => name), ...(unit !== undefined && { unit }) };
}

/**
 * Looks at a file: what it is, how many rows it has, and which of them cannot be read.
 * @param isPartial the file is read as far as it goes
 * @throws Rejection where the whole file cannot be read
 */
export async function look(file: File, isPartial: boolean, tell: (share: number) => void): Promise<Looked> {
  const single = await singleOf(file);
  if (single) return { recognition: { ...NOTHING, ...single }, first: [] };
  let seen = 0;
  const bytes = counted(file, (more) => {
    seen += more;
    tell(seen / file.size);
  });
  const { first, ids, sold, known } = await scanned(file, bytes, isPartial);
  const recognized = recognize(first);
  const { role } = recognized;
  const isRead = first.length > 0 && role !== 'ledgers' && role !== 'channels';
  const more = isRead ? await sampled(file, first, recognized) : {};
  return {
    recognition: {
      ...NOTHING,
      ...known,
      ...recognized,
      ...more,
      ...((role === 'logs' || role === 'ledgers') && { sold }),
      ...(role === 'channels' && { channelNames: channelNamesIn(first) }),
    },
    first,
    ...(role === 'logs' && { ids }),
  };
}
