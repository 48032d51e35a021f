import { DETAILS_MAX } from '../limits.ts';
import { type Decimal, mayBeImprecise, toPlainText } from '../money/money.ts';
import { Sum } from '../money/sum.ts';
import { Rejection } from '../rejections.ts';
import type { Amount } from '../schemas/fields.ts';
import { SKIPS, type Skip } from '../schemas/normalize-meta.ts';
import { formatRowReason, RowProblem, type RowReason } from './fields/row-problem.ts';
import { ROW_FIELDS, type RowRef } from './intake/native.ts';
import { NOTES, type Note, notes } from './notes.ts';

/** Writes a reason behind the path of its row: `logs[3].quota: must be a whole number`. */
const rowSentence = ({ field, index }: RowRef, reason: RowReason): string =>
  `${field}[${index}]${reason.fields === undefined ? ': ' : '.'}${formatRowReason(reason).en}`;

/** Counts of skipped rows and of notes. Plain JSON. */
export interface OutcomeCounts {
  readonly skipped: Readonly<Record<Skip, number>>;
  readonly notes: Readonly<Partial<Record<Note, number>>>;
  /** Channel ids of the logs that the caller's channel list lacks. */
  readonly unknownChannels: readonly string[];
  /** Sums of the rows of some notes, by currency, as plain decimals. */
  readonly sums: Readonly<Partial<Record<Note, Readonly<Record<string, string>>>>>;
}

const CHANNELS_NAMED_MAX = 20;

/** Outcomes of which only notes are counted. */
export type NoteTaker = Pick<RowOutcomes, 'note'>;

/** Counts rows that were skipped, noted or linked, and collects rejected rows. */
export class RowOutcomes {
  /** Rows that cannot be read. A caller refuses the whole call, or leaves out only these rows. */
  readonly rejected: [row: RowRef, reasons: readonly RowReason[]][] = [];
  readonly #skipped = Object.fromEntries(SKIPS.map((skip) => [skip, 0])) as Record<Skip, number>;
  readonly #notes: Partial<Record<Note, number>> = {};
  readonly #unknownChannels = new Set<string>();
  /** Channels of upstream rows whose id is in the log, and number of upstream rows whose id is not, by channel. */
  readonly #linked = new Set<string | undefined>();
  readonly #unlinked = new Map<string | undefined, number>();
  readonly #sums = new Map<Note, Map<string, Sum>>();
  readonly #onRepeat: ((index: number, earlier: number) => void) | undefined;

  /** @param onRepeat called with the indexes of a repeated row and of the row that it repeats */
  constructor(onRepeat?: (index: number, earlier: number) => void) {
    this.#onRepeat = onRepeat;
  }

  skip(skip: Skip): void {
    this.#skipped[skip]++;
  }

  /** Counts a row that repeats an earlier row and is left out. */
  repeat({ index }: Pick<RowRef, 'index'>, earlier: Pick<RowRef, 'index'>): void {
    this.skip('pageOverlap');
    this.#onRepeat?.(index, earlier.index);
  }

  note(note: Note): void {
    this.#notes[note] = (this.#notes[note] ?? 0) + 1;
  }

  /** Counts a note, and adds an amount that counts nowhere else to its sum. The default is the report's currency. */
  noteSum(note: Note, amount: Decimal, currency = ''): void {
    this.note(note);
    const sums = this.#sums.get(note) ?? new Map<string, Sum>();
    const sum = sums.get(currency) ?? new Sum();
    sum.add(amount);
    this.#sums.set(note, sums.set(currency, sum));
  }

  /** Notes amounts that were sent as JSON numbers of more than 15 digits: their last digits may be lost. */
  noteDigits(...amounts: readonly (Amount | undefined)[]): void {
    for (const amount of amounts) if (mayBeImprecise(amount)) this.note('digits');
  }

  unknownChannel(id: string): void {
    this.#unknownChannels.add(id);
  }

  /** Counts an upstream row with an id. If no row of its channel has a known id, all get the note `linkUnknown`. */
  link(channelId: string | undefined, isKnown: boolean): void {
    if (isKnown) this.#linked.add(channelId);
    else this.#unlinked.set(channelId, (this.#unlinked.get(channelId) ?? 0) + 1);
  }

  /** Counts the rows of channels of which no row has an id of the log: a single match shows that a channel returns ids. */
  #countUnlinked(): number {
    const unlinked = [...this.#unlinked].filter(([channelId]) => !this.#linked.has(channelId));
    return unlinked.reduce((sum, [, rows]) => sum + rows, 0);
  }

  reject(row: RowRef, reasons: readonly RowReason[]): void {
    this.rejected.push([row, reasons]);
  }

  /** @throws Rejection `invalid_request` if a row was rejected; its details name the first rejected rows */
  throwIfRejected(): void {
    if (this.rejected.length === 0) return;
    const inOrder = this.rejected.toSorted(
      ([a], [b]) => ROW_FIELDS.indexOf(a.field) - ROW_FIELDS.indexOf(b.field) || a.index - b.index,
    );
    const details = inOrder.flatMap(([row, reasons]) => reasons.map((reason) => rowSentence(row, reason)));
    throw new Rejection(
      'invalid_request',
      'Rows cannot be read. `details` lists the first of them.',
      details.slice(0, DETAILS_MAX),
    );
  }

  /** Returns the result of `work`. If it throws a `RowProblem`, rejects the row and returns `undefined`. */
  attempt<T>(row: RowRef, work: () => T): T | undefined {
    try {
      return work();
    } catch (problem) {
      if (!(problem instanceof RowProblem)) throw problem;
      this.reject(row, problem.reasons);
      return undefined;
    }
  }

  summary(): OutcomeCounts {
    const linkUnknown = this.#countUnlinked();
    const sums = [...this.#sums].map(([note, byCurrency]) => {
      const sorted = [...byCurrency].sort(([a], [b]) => (a < b ? -1 : 1));
      return [
        note,
        Object.fromEntries(sorted.map(([currency, { value }]) => [currency, toPlainText(value)])),
      ];
    });
    return {
      skipped: { ...this.#skipped },
      notes: { ...this.#notes, ...(linkUnknown > 0 && { linkUnknown }) },
      unknownChannels: [...this.#unknownChannels].sort(),
      sums: Object.fromEntries(sums),
    };
  }
}

/** Texts of the notes on rows in one language. */
export interface NoteTexts {
  /** Sentences of each note, without numbers. */
  readonly sentences: Readonly<Record<Note, string>>;
  /** Inserts the count of a note, and its sums with their currencies, after its first sentence. */
  counted(note: string, count: number, sums: readonly string[]): string;
  /** Builds the sentence about channels that are not in the channel list, of which some ids are listed. */
  unknownChannels(count: number, listed: string): string;
}

const notesInEnglish: NoteTexts = {
  sentences: notes,
  counted: (note, count, sums) => {
    const [label, advice] = note.split(/\. (.*)/);
    return `${[`${label}: ${count}`, ...sums].join(', ')}.${advice === undefined ? '' : ` ${advice}.`}`;
  },
  unknownChannels: (count, listed) =>
    `Channels in the log that are missing from the channel list: ${count} (${listed}).`,
};

/** Lists the sentences of all notes that occurred, with counts and sums, and of channels that the list lacks. */
export function listNoteSentences(
  { notes: counts, sums, unknownChannels: unknown }: OutcomeCounts,
  words: NoteTexts = notesInEnglish,
): string[] {
  const counted = NOTES.flatMap((note) => {
    const amounts = Object.entries(sums[note] ?? {}).map(([currency, sum]) => `${sum} ${currency}`.trimEnd());
    return counts[note] ? [words.counted(words.sentences[note], counts[note], amounts)] : [];
  });
  if (unknown.length === 0) return counted;
  return [...counted, words.unknownChannels(unknown.length, unknown.slice(0, CHANNELS_NAMED_MAX).join(', '))];
}
