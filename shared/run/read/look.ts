import type { PageMarks } from '../../files/json/page-marks.ts';
import type { OpenFile } from '../../files/read-file.ts';
import { type Judgement, judge, SAMPLE_MAX } from '../../judge/judge.ts';
import { type OwnList, OwnListMarks } from '../../judge/own-list.ts';
import { type Key, RowSample } from '../../judge/row-sample.ts';
import { SecondTime } from '../../judge/second-time.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import type { Sentence } from '../../sentence.ts';
import { Contents } from './content.ts';
import { RowIdMarker, type RowIdMarks } from './row-id-marks.ts';

/** What a look at a source as a whole shows, beside what is in its rows. */
export interface Looks {
  /** What its first rows are; of a table with a mapping, that says it. */
  readonly judged: Judgement | undefined;
  /** Columns of a table, keys of the first rows of any other file. */
  readonly columns: readonly string[];
  /** Some of its log rows. */
  readonly sample: readonly Key[];
  /** Whose list a log is. */
  readonly own: OwnList;
  /** How it breaks off. */
  readonly brokenOff: Sentence | undefined;
  /** Whether times were read as UTC because nobody says otherwise. */
  readonly isZoneTaken: boolean;
  /** What its pages show about pages that it lacks. */
  readonly pages: Pick<PageMarks, 'total' | 'isNumbered' | 'skipped' | 'follows' | 'untold'>;
  /** How many rows the list has, where it stands in the file more than once and no id tells its rows. */
  readonly listed: number | undefined;
  /** What the gateway's own numbers show of rows that a log lacks. */
  readonly ids: RowIdMarks;
}

/** A table without rows is what its heads say. */
const headsOf = (columns: readonly string[] | undefined): Native[] =>
  columns === undefined ? [] : [Object.fromEntries(columns.map((column) => [column, '']))];

/** Looks at rows as they come by. */
export class Look {
  /** A mapping has read times as UTC that name no zone. */
  isZoneTaken = false;
  readonly #first: Native[] = [];
  readonly #contents = new Contents(new Stripper('logs'));
  readonly #sample = new RowSample((row) => this.#contents.of(row));
  readonly #marks = new OwnListMarks();
  readonly #ids = new RowIdMarker();
  readonly #second = new SecondTime();

  row(native: Native): void {
    if (this.#first.length < SAMPLE_MAX) this.#first.push(native);
    this.#second.look(native);
  }

  /** @param isOwn it is the gateway's, not its upstream's */
  logRow(native: Native, isOwn: boolean): void {
    this.#sample.look(native);
    if (!isOwn) return;
    this.#marks.look(native);
    this.#ids.look(native);
  }

  /** @param file all of whose rows have come by */
  result({ format, brokenOff, pages }: OpenFile, isMapped: boolean): Looks {
    return {
      judged: isMapped ? undefined : judge(this.#first.length > 0 ? this.#first : headsOf(format.columns)),
      columns: format.columns ?? [...new Set(this.#first.slice(0, 3).flatMap((row) => Object.keys(row)))],
      sample: this.#sample.keys,
      own: this.#marks.own,
      brokenOff: brokenOff(),
      isZoneTaken: this.isZoneTaken,
      pages: pages(),
      listed: this.#second.rows,
      ids: this.#ids.marks,
    };
  }
}
