import type { OpenFile } from '../../files/read-file.ts';
import type { UnreadAmount } from '../../files/source-file.ts';
import type { Connector } from '../../gateways/connector.ts';
import { assignBucket } from '../../hash/hash.ts';
import { toPlainText } from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import { asNumber, buildEmptyRow, isAbsent, type NativeObject } from '../../normalizer/intake/native.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { SelfScopeDetector } from '../../normalizer/log-survey/self-scoped-log.ts';
import { lacksType } from '../../normalizer/logs/classify.ts';
import { recognizeFile, SAMPLE_MAX } from '../../recognition/recognize-file.ts';
import { KeySample } from '../../recognition/row-sample.ts';
import type { Sentence } from '../../sentence.ts';
import { ContentHasher } from './content-hasher.ts';
import { IdSequenceTracker } from './id-sequence.ts';

/** Lists the row of empty cells by which a table without rows is recognized; empty if the file has no columns. */
const listEmptyRow = (columns: readonly string[] | undefined): NativeObject[] =>
  columns === undefined ? [] : [buildEmptyRow(columns)];

/** Number of last characters by which ids are sampled: ids of one gateway start alike. */
const ID_END = 8;
function addId(sample: KeySample, id: unknown): void {
  if (typeof id === 'string' && id !== '') sample.add(assignBucket(id.slice(-ID_END), 2 ** 32), id);
}

/** Rank of a row in a sample: a hash of its time and quota. */
function computeRank({ created_at: time, quota }: NativeObject): number {
  const product = Math.imul(asNumber(time) ^ Math.imul(asNumber(quota), 0x9e3779b1), 0x2c1b3c6d);
  return (product ^ (product >>> 15)) >>> 0;
}

interface LeftOut {
  /** Key of the mapping that leaves them out. */
  readonly by: 'skip' | 'none';
  readonly currency: string;
  rows: number;
  readonly amount: Sum;
}

/** Collects facts about a file while its rows are read, by which the file is recognized and checked. */
export class RowProfiler {
  /** Whether some time without a time zone was read as UTC, by a mapping. */
  assumesUtc = false;
  /** Description, for messages, of the rows that a built-in mapping leaves out. */
  leftOutMeans: Sentence | undefined;
  readonly #leftOut = new Map<string, LeftOut>();
  /** Numbers of log rows with and without a type. */
  readonly #typed = { with: 0, without: 0 };
  readonly #firstRows: NativeObject[] = [];
  readonly #contents = new ContentHasher(new Stripper('logs'));
  readonly #sample = new KeySample();
  readonly #requests = new KeySample();
  readonly #bought = new KeySample();
  readonly #selfScope = new SelfScopeDetector();
  readonly #ids = new IdSequenceTracker();

  addRow(row: NativeObject): void {
    if (this.#firstRows.length < SAMPLE_MAX) this.#firstRows.push(row);
  }

  /** Adds the money of a row that the mapping leaves out, by the key `by` of the mapping. */
  addLeftOut({ amount, currency = '' }: UnreadAmount, by: LeftOut['by']): void {
    const key = `${by} ${currency}`;
    const sum = this.#leftOut.get(key) ?? { by, currency, rows: 0, amount: new Sum() };
    sum.rows++;
    sum.amount.add(amount);
    this.#leftOut.set(key, sum);
  }

  /** Adds a log row. `isOwn` is false for a log of the upstream gateway. */
  addLogRow(row: NativeObject, { log }: Connector, isOwn: boolean): void {
    this.#typed[lacksType(row, log) ? 'without' : 'with']++;
    const rank = computeRank(row);
    // Rows without a time are not sampled.
    if (this.#sample.accepts(rank) && !isAbsent(row.created_at))
      this.#sample.add(rank, this.#contents.hash(row));
    if (!isOwn) {
      addId(this.#bought, row.upstream_request_id);
      return;
    }
    addId(this.#requests, row.request_id);
    this.#selfScope.add(row);
    this.#ids.add(row);
  }

  /** Returns the profile, once all rows have been read. `isMapped` tells whether a mapping was given for the file. */
  result({ format, truncation: brokenOff, pageInfo: pages, lacksEnd }: OpenFile, isMapped: boolean) {
    return {
      /** What the file is, by its first rows; `undefined` for a table with a mapping, which decides it. */
      recognized: isMapped
        ? undefined
        : recognizeFile(this.#firstRows.length > 0 ? this.#firstRows : listEmptyRow(format.columns)),
      isTable: format.columns !== undefined,
      /** Columns of a table, or keys of the first rows of any other file. */
      columns: format.columns ?? [...new Set(this.#firstRows.slice(0, 3).flatMap((row) => Object.keys(row)))],
      /** Sample of its log rows, to find the same rows in other sources. */
      sample: this.#sample.keys,
      /** Samples of the request ids of a log, and of the upstream ids in a bill's log rows. */
      requests: this.#requests.keys,
      bought: this.#bought.keys,
      /** Whether a log is a single user's own list. */
      usersOwnLog: this.#selfScope.result,
      brokenOff: brokenOff(),
      /** Whether the table lacks the last row that its mapping names. */
      lacksEnd: lacksEnd(),
      /** Rows with money that its mapping leaves out, by currency. */
      leftOut: [...this.#leftOut.values()].map((sum) => ({ ...sum, amount: toPlainText(sum.amount.value) })),
      leftOutMeans: this.leftOutMeans,
      /** Number of log rows, if none of them has a type. */
      untyped: this.#typed.with === 0 ? this.#typed.without : 0,
      /** Whether times without a time zone were read as UTC. */
      assumesUtc: this.assumesUtc,
      pages: pages(),
      /** Evidence in row numbers for missing rows. */
      ids: this.#ids.sequence,
    };
  }
}

/** Facts about a file as a whole, by which it is recognized and checked. */
export type RowProfile = Readonly<ReturnType<RowProfiler['result']>>;
