import type { ReadRow } from '#shared/files/native-file.ts';
import { type OpenFile, openFile } from '#shared/files/read-file.ts';
import { SAMPLE_MAX } from '#shared/judge/judge.ts';
import type { RowField } from '#shared/normalizer/intake/native.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { acknowledgedIds } from '../acknowledgements.ts';
import { isRules } from '../rules.ts';
import type { Recognition, Role, Unread } from './protocol.ts';
import { recognize } from './recognize.ts';
import { fileSettings } from './settings-file.ts';

/** What a file holds, once it is read. */
export interface Content {
  readonly rows: readonly ReadRow[];
  readonly recognition: Recognition;
}

/** Rows that could not be read and are shown; the others are counted. */
const UNREAD_MAX = 20;
/** Largest file that may be a single reply: a status, or acknowledgements. */
const SINGLE_BYTES_MAX = 4_000_000;

const NOTHING: Recognition = {
  ...{ role: 'unknown', isAmbiguous: false, needsUnit: false, rows: 0 },
  ...{ stripped: [], unreadCount: 0, unread: [] },
};

/** What is no list of rows: a gateway's status, settings of the month command, rules, acknowledgements. */
async function single(file: File): Promise<Recognition | undefined> {
  if (file.size > SINGLE_BYTES_MAX) return undefined;
  const text = await file.text();
  if (!text.trimStart().startsWith('{')) return undefined;
  const acknowledged = acknowledgedIds(text);
  if (acknowledged) return { ...NOTHING, role: 'acknowledged', acknowledged, rows: acknowledged.length };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  if (isRules(value)) return { ...NOTHING, role: 'rules', rules: value };
  const settings = fileSettings(value);
  if (settings) return { ...NOTHING, role: 'settings', settings };
  const perUnit = (value as { data?: { quota_per_unit?: unknown } })?.data?.quota_per_unit;
  if (typeof perUnit !== 'number') return undefined;
  return { ...NOTHING, role: 'status', settings: { quotaPerUnit: String(perUnit) } };
}

/** The field whose rules say what a row of a role may not carry. */
const fieldOf = (role: Role): RowField =>
  role === 'logs' || role === 'payments' || role === 'channels' ? role : 'upstreamCharges';

async function rowsOf(opened: OpenFile): Promise<Content> {
  const rows: ReadRow[] = [];
  const unread: Unread[] = [];
  let unreadCount = 0;
  let known: ReturnType<typeof recognize> | undefined;
  let stripper: Stripper | undefined;
  const settle = () => {
    known = recognize(rows);
    const strips = new Stripper(fieldOf(known.role));
    for (const [index, row] of rows.entries())
      rows[index] = { ...row, native: strips.strip(row.native) as ReadRow['native'] };
    stripper = strips;
  };
  for await (const batch of opened.batches()) {
    for (const row of batch.rows)
      rows.push(stripper ? { ...row, native: stripper.strip(row.native) as ReadRow['native'] } : row);
    unreadCount += batch.rejected.length;
    unread.push(...batch.rejected.slice(0, UNREAD_MAX - unread.length));
    if (!stripper && rows.length >= SAMPLE_MAX) settle();
  }
  if (!stripper) settle();
  const stripped = stripper?.dropped().map(([name]) => name) ?? [];
  const { columns } = opened.format;
  return {
    rows,
    recognition: {
      ...{ ...NOTHING, ...known, rows: rows.length, stripped, unreadCount, unread },
      ...(columns && { columns }),
    },
  };
}

/**
 * Reads a file, recognizes it by its content, and strips what its rows may not carry.
 * @throws Rejection where the whole file cannot be read
 */
export async function readFile(file: File, tell: (share: number) => void): Promise<Content> {
  const recognition = await single(file);
  if (recognition) return { rows: [], recognition };
  let read = 0;
  let told = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.length;
      if (read - told > file.size / 50) {
        told = read;
        tell(read / file.size);
      }
      controller.enqueue(chunk);
    },
  });
  return rowsOf(await openFile({ name: file.name, bytes: file.stream().pipeThrough(counter) }));
}
