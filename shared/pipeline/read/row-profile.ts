import type { LeftOut } from '../../files/mapping/map-row.ts';
import type { OpenFile } from '../../files/read-file.ts';
import type { Connector } from '../../gateways/connector.ts';
import { assignBucket } from '../../hash/hash.ts';
import { toPlainText } from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { SelfScopeDetector } from '../../normalizer/log-survey/self-scoped-log.ts';
import { lacksType } from '../../normalizer/logs/classify.ts';
import { recognizeFile, SAMPLE_MAX } from '../../recognition/recognize-file.ts';
import { KeySample, RowSample } from '../../recognition/row-sample.ts';
import type { Sentence } from '../../sentence.ts';
import { ContentHasher } from './content-hasher.ts';
import { IdSequenceTracker } from './id-sequence.ts';

/** A table without rows is what its heads say. */
const rowOfHeads = (columns: readonly string[] | undefined): Native[] =>
  columns === undefined ? [] : [Object.fromEntries(columns.map((column) => [column, '']))];

/** Ids of one maker differ in their ends. */
const ID_END = 8;
function addId(sample: KeySample, id: unknown): void {
  if (typeof id === 'string' && id !== '') sample.add(assignBucket(id.slice(-ID_END), 2 ** 32), id);
}

/** Looks at rows as they come by. */
export class RowProfiler {
  /** A mapping has read times as UTC that name no zone. */
  assumesUtc = false;
  /** What rows are that a built-in mapping names none. */
  noneMeans: Sentence | undefined;
  readonly #leftOut = new Map<string, { rows: number; readonly amount: Sum }>();
  /** Counts of log rows with and without a type. */
  readonly #typed = { with: 0, without: 0 };
  readonly #first: Native[] = [];
  readonly #contents = new ContentHasher(new Stripper('logs'));
  readonly #sample = new RowSample((addRow) => this.#contents.hash(addRow));
  readonly #requests = new KeySample();
  readonly #bought = new KeySample();
  readonly #marks = new SelfScopeDetector();
  readonly #ids = new IdSequenceTracker();

  row(native: Native): void {
    if (this.#first.length < SAMPLE_MAX) this.#first.push(native);
  }

  /** Adds the money of a row that its mapping names none. */
  addLeftOut({ amount, currency = '' }: LeftOut): void {
    const sum = this.#leftOut.get(currency) ?? { rows: 0, amount: new Sum() };
    sum.rows++;
    sum.amount.add(amount);
    this.#leftOut.set(currency, sum);
  }

  /** @param isOwn it is the gateway's, not its upstream's */
  addLogRow(native: Native, { log }: Connector, isOwn: boolean): void {
    this.#typed[lacksType(native, log) ? 'without' : 'with']++;
    this.#sample.add(native);
    if (!isOwn) {
      addId(this.#bought, native.upstream_request_id);
      return;
    }
    addId(this.#requests, native.request_id);
    this.#marks.add(native);
    this.#ids.add(native);
  }

  /** @param file all of whose rows have come by */
  result({ format, truncation: brokenOff, pageInfo: pages, lacksEnd }: OpenFile, isMapped: boolean) {
    return {
      /** What its first rows are; of a table with a mapping, that says it. */
      judged: isMapped
        ? undefined
        : recognizeFile(this.#first.length > 0 ? this.#first : rowOfHeads(format.columns)),
      isTable: format.columns !== undefined,
      /** Columns of a table, keys of the first rows of any other file. */
      columns: format.columns ?? [...new Set(this.#first.slice(0, 3).flatMap((row) => Object.keys(row)))],
      /** Some of its log rows. */
      sample: this.#sample.keys,
      /** Some requests of a log, and some of those that rows of a bill name as their upstream's. */
      requests: this.#requests.keys,
      bought: this.#bought.keys,
      /** Whose list a log is. */
      own: this.#marks.result,
      /** How it breaks off. */
      brokenOff: brokenOff(),
      /** Whether its table lacks the line that its mapping names as its end. */
      lacksEnd: lacksEnd(),
      /** Rows with money that its mapping names none, by currency. */
      leftOut: [...this.#leftOut].map(([currency, { rows, amount }]) => ({
        currency,
        rows,
        amount: toPlainText(amount.value),
      })),
      noneMeans: this.noneMeans,
      /** How many log rows it has, if none of them has a type. */
      untyped: this.#typed.with === 0 ? this.#typed.without : 0,
      /** Whether times were read as UTC because nobody says otherwise. */
      isZoneTaken: this.assumesUtc,
      /** What its pages show about pages that it lacks. */
      pages: pages(),
      /** What the gateway's own numbers show of rows that a log lacks. */
      ids: this.#ids.sequence,
    };
  }
}

/** What a look at a source as a whole shows, beside what is in its rows. Plain JSON. */
export type RowProfile = Readonly<ReturnType<RowProfiler['result']>>;
