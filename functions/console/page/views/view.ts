import type { Answered } from '../answered.ts';
import type { Language, Words } from '../words/words.ts';

/** What every view of a report is given. */
export interface View extends Answered {
  readonly language: Language;
  readonly words: Words;
  /** Ids of findings that the reader has acknowledged. */
  readonly known: Set<string>;
  /** Draws the report again, after an acknowledgement. */
  readonly redraw: () => void;
}
