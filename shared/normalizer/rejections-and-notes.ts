import { DETAILS_MAX } from '../limits.ts';
import { mayBeImprecise } from '../money/money.ts';
import { Rejection } from '../rejections.ts';
import type { Amount } from '../schemas/fields.ts';
import { SKIPS, type Skip } from '../schemas/lists.ts';
import { RowProblem, type RowReason, reasonSentence } from './fields/row-problem.ts';
import { ROW_FIELDS, type RowRef } from './intake/native.ts';
import { NOTES, type Note, notes } from './notes.ts';

/** How to treat a row that cannot be read: refuse the whole call, or set the row aside. */
export interface RejectionHandler {
  reject(place: RowRef, reasons: readonly RowReason[]): void;
}

const rowSentence = ({ field, index }: RowRef, reason: RowReason): string =>
  `${field}[${index}]${reason.fields === undefined ? ': ' : '.'}${reasonSentence(reason).en}`;

/** The API's way with rows that cannot be read: a call with one of them is refused as a whole. */
export class CallRejection implements RejectionHandler {
  readonly #rejected: (readonly [RowRef, readonly RowReason[]])[] = [];

  reject(place: RowRef, reasons: readonly RowReason[]): void {
    this.#rejected.push([place, reasons]);
  }

  /** @throws Rejection `invalid_request` if a row was rejected; its details name the first ones, in their order */
  throwIfAny(): void {
    if (this.#rejected.length === 0) return;
    const inOrder = this.#rejected.sort(
      ([a], [b]) => ROW_FIELDS.indexOf(a.field) - ROW_FIELDS.indexOf(b.field) || a.index - b.index,
    );
    const details = inOrder.flatMap(([place, reasons]) =>
      reasons.map((reason) => rowSentence(place, reason)),
    );
    throw new Rejection(
      'invalid_request',
      'Native rows cannot be read; `details` names the first of them.',
      details.slice(0, DETAILS_MAX),
    );
  }
}

/** What rows became besides records, and what is worth saying about them. Plain JSON. */
export interface AccountSummary {
  readonly skipped: Readonly<Record<Skip, number>>;
  readonly notes: Readonly<Partial<Record<Note, number>>>;
  /** Channel ids of the logs that the caller's list does not know. */
  readonly unknownChannels: readonly string[];
  /** Upstream rows with an id, by the channel that they name (`null` for none): how many of their ids the log knows, and how many not. */
  readonly links: readonly ChannelLinks[];
}

type ChannelLinks = readonly [channelId: string | null, known: number, unknown: number];

/** Most channel ids that one note names. */
const CHANNELS_NAMED_MAX = 20;

function addLinks(sums: Map<string | null, ChannelLinks>, [channelId, known, unknown]: ChannelLinks): void {
  const [, knownBefore, unknownBefore] = sums.get(channelId) ?? [channelId, 0, 0];
  sums.set(channelId, [channelId, known + knownBefore, unknown + unknownBefore]);
}

const sortedLinks = (sums: ReadonlyMap<string | null, ChannelLinks>): ChannelLinks[] =>
  [...sums.values()].sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));

/** Takes notes. */
export type NoteTaker = Pick<Account, 'note'>;

/** Keeps account of the rows of a part. It only counts; others decide what a row is. */
export class Account {
  readonly #skipped = Object.fromEntries(SKIPS.map((skip) => [skip, 0])) as Record<Skip, number>;
  readonly #notes: Partial<Record<Note, number>> = {};
  readonly #unknownChannels = new Set<string>();
  readonly #links = new Map<string | null, ChannelLinks>();
  readonly #rejects: RejectionHandler;
  readonly #onRepeat: ((index: number, earlier: number) => void) | undefined;

  /** @param onRepeat is told the numbers of a row that is left out, and of the one that it repeats */
  constructor(rejects: RejectionHandler, onRepeat?: (index: number, earlier: number) => void) {
    this.#rejects = rejects;
    this.#onRepeat = onRepeat;
  }

  skip(skip: Skip): void {
    this.#skipped[skip]++;
  }

  /** A row says again what another one says: it is left out. */
  repeat({ index }: Pick<RowRef, 'index'>, earlier: Pick<RowRef, 'index'>): void {
    this.skip('pageOverlap');
    this.#onRepeat?.(index, earlier.index);
  }

  note(note: Note): void {
    this.#notes[note] = (this.#notes[note] ?? 0) + 1;
  }

  /** Notes amounts of stated money whose last digits a reader of JSON may have lost: they should be sent as text. */
  noteDigits(...amounts: readonly (Amount | undefined)[]): void {
    for (const amount of amounts) if (mayBeImprecise(amount)) this.note('digits');
  }

  unknownChannel(id: string): void {
    this.#unknownChannels.add(id);
  }

  /** @param isKnown whether some local log row carries the id of this upstream row */
  link(channelId: string | undefined, isKnown: boolean): void {
    addLinks(this.#links, [channelId ?? null, Number(isKnown), Number(!isKnown)]);
  }

  reject(place: RowRef, reasons: readonly RowReason[]): void {
    this.#rejects.reject(place, reasons);
  }

  /** What `work` makes of a row, or `undefined` once the reasons why it cannot be read are written down. */
  attempt<T>(place: RowRef, work: () => T): T | undefined {
    try {
      return work();
    } catch (problem) {
      if (!(problem instanceof RowProblem)) throw problem;
      this.reject(place, problem.reasons);
      return undefined;
    }
  }

  summary(): AccountSummary {
    return {
      skipped: { ...this.#skipped },
      notes: { ...this.#notes },
      unknownChannels: [...this.#unknownChannels].sort(),
      links: sortedLinks(this.#links),
    };
  }
}

/** An account of what is accounted for elsewhere, or need not be. */
export const silentAccount = (): Account => new Account({ reject: () => {} });

/** Rows of channels that return no id: none of their rows has one that the log knows. A single one shows that they do. */
const countWithoutIds = ({ links }: AccountSummary): number =>
  links.reduce((sum, [, known, unknown]) => (known === 0 ? sum + unknown : sum), 0);

/** How the notes are said in one language. */
export interface NoteTexts {
  readonly sentences: Readonly<Record<Note, string>>;
  counted(sentence: string, count: number): string;
  /** @param named the first of their ids */
  unknownChannels(count: number, named: string): string;
}

const notesInEnglish: NoteTexts = {
  sentences: notes,
  counted: (sentence, count) => `${sentence}: ${count}.`,
  unknownChannels: (count, named) =>
    `Channels in the logs that the channel list does not know: ${count} (${named}).`,
};

/** Sentences in the order of their table, each with its count, and the channels that the list does not know. */
export function listNoteSentences(figures: AccountSummary, words: NoteTexts = notesInEnglish): string[] {
  const { unknownChannels: unknown } = figures;
  const counts = { ...figures.notes, linkUnknown: countWithoutIds(figures) };
  const counted = NOTES.flatMap((note) =>
    counts[note] ? [words.counted(words.sentences[note], counts[note])] : [],
  );
  if (unknown.length === 0) return counted;
  return [...counted, words.unknownChannels(unknown.length, unknown.slice(0, CHANNELS_NAMED_MAX).join(', '))];
}
