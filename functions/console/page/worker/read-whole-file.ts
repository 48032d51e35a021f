import { openFile } from '#shared/files/read-file.ts';
import type { Batch } from '#shared/files/row-sink.ts';
import type { UnreadableRow } from '#shared/files/source-file.ts';
import { connectors } from '#shared/gateways/registry.ts';
import type { NativeObject } from '#shared/normalizer/intake/native.ts';
import { buildReadingKey, readSource, renumberSource } from '#shared/pipeline/read/read-source.ts';
import type { Source, SourceColumns } from '#shared/pipeline/read/source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { Rejection } from '#shared/rejections.ts';
import { withByteProgress } from './byte-progress.ts';
import { LogIdCollector } from './log-id-collector.ts';
import type { FileContent } from './protocol.ts';

/** Most models and most channels that the form offers. */
const SOLD_MAX = 500;
/** Keys of the model and the channel in log rows of all gateways, and in mapped rows. */
const MODEL_AT = [...new Set(['model', ...connectors.flatMap(({ log }) => log.fields.model.at)])];
const CHANNEL_AT = [...new Set(['channelId', ...connectors.flatMap(({ log }) => log.fields.channelId.at)])];
/** Most unreadable rows that are listed. The others are counted. */
const UNREAD_MAX = 20;

/** Adds the value of the first of the keys that is a name or a number. */
function addFirstName(names: Set<string>, native: NativeObject, at: readonly string[]): void {
  if (names.size === SOLD_MAX) return;
  for (const key of at) {
    const name = native[key];
    if ((typeof name !== 'string' && typeof name !== 'number') || !name) continue;
    names.add(String(name));
    return;
  }
}

/** Counts the rows of a file, and collects the ids, models and channels in them. */
class ContentCollector {
  readonly ids = new LogIdCollector();
  readonly #models = new Set<string>();
  readonly #channels = new Set<string>();
  readonly #unread: UnreadableRow[] = [];
  #rows = 0;
  #unreadCount = 0;

  add({ rows, rejected }: Batch): void {
    this.#rows += rows.length + rejected.length;
    this.#unreadCount += rejected.length;
    this.#unread.push(...rejected.slice(0, UNREAD_MAX - this.#unread.length));
    this.ids.add(rows);
    for (const { native } of rows) {
      addFirstName(this.#models, native, MODEL_AT);
      addFirstName(this.#channels, native, CHANNEL_AT);
    }
  }

  get content(): FileContent {
    return {
      rows: this.#rows,
      unreadCount: this.#unreadCount,
      unread: this.#unread,
      sold: { models: [...this.#models], channels: [...this.#channels] },
    };
  }
}

/** A file that was read whole. */
interface WholeFile {
  readonly content: FileContent;
  readonly ids: LogIdCollector;
  /** Undefined if the file is not a source of a run, or cannot be read with these settings. */
  readonly columns?: SourceColumns;
}

/** How a run would read a file. */
interface Reading {
  readonly source: Source;
  readonly settings: RunSettings;
}

/**
 * Reads all rows of a file: counts them, collects request ids and names of models and channels, and packs the rows into
 * columns for a run.
 * @param isPartial whether a truncated file is read as far as it goes
 * @param reading source and settings with which a run would read the file; undefined if no run would read it
 * @param onProgress called with the share of the file that has been read, from 0 to 1
 * @throws Rejection if the file cannot be read
 */
export async function readWholeFile(
  file: File,
  isPartial: boolean,
  reading: Reading | undefined,
  onProgress: (share: number) => void,
): Promise<WholeFile> {
  const bytes = () => {
    let seen = 0;
    return withByteProgress(file, (more) => {
      seen += more;
      onProgress(seen / file.size);
    });
  };
  const withBreak = (content: FileContent, brokenOff: FileContent['brokenOff']): FileContent => ({
    ...content,
    ...(brokenOff && { brokenOff }),
  });
  if (reading) {
    const collector = new ContentCollector();
    try {
      const settings = { ...reading.settings, isPartial };
      const columns = await readSource(reading.source, bytes(), settings, (batch) => collector.add(batch));
      return {
        content: withBreak(collector.content, columns.profile.brokenOff),
        ids: collector.ids,
        columns,
      };
    } catch (error) {
      // Read the file again without settings and mapping rules, which may be the reason for the rejection.
      if (!(error instanceof Rejection)) throw error;
    }
  }
  const collector = new ContentCollector();
  const opened = await openFile({ name: file.name, bytes: bytes() }, isPartial);
  for await (const batch of opened.batches()) collector.add(batch);
  return { content: withBreak(collector.content, opened.truncation()), ids: collector.ids };
}

/** Cache of files that were read before a run: their rows, packed into columns, by the id of the file. */
export class ReadColumns {
  readonly #read = new Map<number, { readonly key: string; readonly columns: SourceColumns }>();

  /** Stores the columns of a file. Remembers the source and the settings with which the file was read. */
  set(id: number, { source, settings }: Reading, columns: SourceColumns): void {
    this.#read.set(id, { key: buildReadingKey(columns.profile, source, settings), columns });
  }

  /** Removes the columns of a file, if there are any. */
  delete(id: number): void {
    this.#read.delete(id);
  }

  /**
   * Removes and returns the columns of a file. Returns undefined if there are none, or if this source or these settings
   * would read the file differently.
   */
  take(id: number, source: Source, settings: RunSettings): SourceColumns | undefined {
    const read = this.#read.get(id);
    this.#read.delete(id);
    if (!read || read.key !== buildReadingKey(read.columns.profile, source, settings)) return undefined;
    return renumberSource(read.columns, source.source);
  }
}
