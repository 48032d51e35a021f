import { type Judgement, judge, SAMPLE_MAX } from '../../judge/judge.ts';
import { type OwnList, OwnListMarks } from '../../judge/own-list.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import type { Sentence } from '../../sentence.ts';

/** What a look at a source as a whole shows, beside what is in its rows. */
export interface Looks {
  /** What its first rows are; of a table with a mapping, that says it. */
  readonly judged: Judgement | undefined;
  /** Columns of a table, keys of the first rows of any other file. */
  readonly columns: readonly string[];
  /** Whose list a log is. */
  readonly own: OwnList;
  /** How it breaks off. */
  readonly brokenOff: Sentence | undefined;
}

/** Looks at rows as they come by. */
export class Look {
  readonly #first: Native[] = [];
  readonly #marks = new OwnListMarks();

  row(native: Native): void {
    if (this.#first.length < SAMPLE_MAX) this.#first.push(native);
  }

  logRow(native: Native): void {
    this.#marks.look(native);
  }

  /** @param columns of a table */
  result(columns: readonly string[] | undefined, isMapped: boolean, brokenOff: Sentence | undefined): Looks {
    return {
      judged: isMapped ? undefined : judge(this.#first),
      columns: columns ?? [...new Set(this.#first.slice(0, 3).flatMap((row) => Object.keys(row)))],
      own: this.#marks.own,
      brokenOff,
    };
  }
}
