import type { Language } from '#shared/language.ts';
import type { Answered } from '../answered.ts';
import type { Words } from '../words/words.ts';

/** What every view of a report is given; its sentences are in the reader's language. */
export interface View extends Answered {
  /** As the worker has answered. */
  readonly original: Answered;
  readonly language: Language;
  readonly words: Words;
  /** Ids of findings that the reader has acknowledged. */
  readonly known: Set<string>;
  /** Draws the report again, after an acknowledgement. */
  readonly redraw: () => void;
}
