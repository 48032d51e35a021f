import { type Entry, isGatewayRow } from '../../normalizer/intake/native.ts';
import { ownName } from '../../normalizer/intake/overlap.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { mergeLogSurveys, NO_LOG_SURVEY, surveyLogs } from '../../normalizer/survey/survey.ts';
import type { Admitted } from '../admit.ts';
import { keyOfNumber, keyOfText, labelOf, otherPartOf } from '../columns/id-key.ts';
import type { LogColumns } from '../columns/log-columns.ts';
import { unpacked } from '../columns/packed.ts';
import { plainSurvey } from '../link/survey.ts';
import { Contents } from '../read/content.ts';
import type { Columns, RowAside } from '../read/source.ts';
import { changingModels } from '../reconcile/price-changes.ts';
import { normalizerSettings, type RunSettings } from '../settings.ts';
import { AsideKeyReader } from './aside-keys.ts';
import { Labels, Unions } from './labels.ts';
import { RowNumbers } from './row-numbers.ts';
import { type Shelf, sourceName } from './shelf.ts';

/** Rows of a pass: what is known of each id, by which rows meet, takes some 100 bytes a row until the pass is over. */
const PASS_ROWS = 2_500_000;
/** Ids of a row, and numbers. */
const KEYS_A_ROW = 1.5;

/** Looks at all rows, and keeps what ties those together that would come to different shards. */
class AcrossReader {
  readonly #settings: RunSettings;
  readonly #reader: AsideKeyReader;
  readonly #unions = new Unions();
  readonly #numbers = { sales: new RowNumbers(), charges: new RowNumbers() };
  readonly #prices = new Set<string>();
  readonly #contents = new Contents(new Stripper('logs'));
  /** Log rows that are not plain: pages repeat them. */
  readonly #seen = new Set<number>();
  /** Keys of the rows that are not plain, each with the label of its row; of these the first of each row. */
  readonly #asideKeys: number[] = [];
  readonly #keyLabels: number[] = [];
  readonly #asideLabels = new Map<number, number[]>();
  #survey = NO_LOG_SURVEY;
  #labels = new Labels(1);

  constructor(settings: RunSettings) {
    this.#settings = settings;
    this.#reader = new AsideKeyReader(settings);
  }

  /** @param expected rows of a pass */
  begin(expected: number, isOfPass: (key: number) => boolean): void {
    this.#labels = new Labels(expected * KEYS_A_ROW);
    for (const [at, key] of this.#asideKeys.entries())
      if (isOfPass(key)) this.#say(key, this.#keyLabels[at] as number);
    for (const numbers of Object.values(this.#numbers)) numbers.begin(expected / 2);
  }

  #say(key: number, label: number): void {
    const known = this.#labels.say(key, label);
    if (known !== label) this.#unions.unite(known, label);
  }

  #plain({ sales, charges }: Columns, isOfPass: (key: number) => boolean): void {
    for (let row = 0; row < sales.length; row++) {
      const request = sales.requestIds.key(row);
      const first = firstKeyOf(sales, row);
      const label = labelOf(first);
      if (isOfPass(first)) this.#say(first, label);
      if (first !== request && isOfPass(request)) this.#say(request, label);
    }
    const { gateway, rowId } = charges.table.columns;
    for (let row = 0; row < charges.length; row++) {
      const first = charges.requestIds.key(row);
      if (isOfPass(first)) this.#say(first, labelOf(first));
      const number = keyOfNumber(gateway[row] as number, rowId[row] as number);
      if ((rowId[row] as number) > 0 && isOfPass(number)) this.#say(number, labelOf(first));
    }
  }

  #isRepeated({ field, native }: RowAside): boolean {
    const name = ownName({ field, index: 0, native });
    const key = keyOfText(`${field} ${name} ${this.#contents.of(native)}`);
    const { size } = this.#seen;
    this.#seen.add(key);
    return this.#seen.size === size;
  }

  #surveyAside({ aside }: Columns): void {
    const entries = aside
      .filter((row) => isGatewayRow(row.field, row.native) && !this.#isRepeated(row))
      .map(({ field, native }): Entry => ({ field, index: 0, native }));
    const { logs = [], upstreamCharges = [] } = Object.groupBy(entries, ({ field }) => field);
    const survey = surveyLogs({ logs, upstreamCharges, payments: [] }, normalizerSettings(this.#settings));
    this.#survey = mergeLogSurveys(this.#survey, survey);
  }

  #lookAside(source: number, { aside }: Columns, isOfPass: (key: number) => boolean): void {
    const labels: number[] = [];
    this.#asideLabels.set(source, labels);
    for (const row of aside) {
      const { keys, price } = this.#reader.of(row);
      if (price !== undefined) this.#prices.add(price);
      const label = labelOf(keys[0] as number);
      labels.push(label);
      for (const key of keys) {
        this.#asideKeys.push(key);
        this.#keyLabels.push(label);
        if (isOfPass(key)) this.#say(key, label);
      }
    }
  }

  /** @param isFirst of several passes over all sources */
  look(source: number, columns: Columns, isFirst: boolean, isOfPass: (key: number) => boolean): void {
    if (isFirst) {
      for (const text of columns.sales.prices.texts) if (text !== undefined) this.#prices.add(text);
      this.#surveyAside(columns);
      this.#lookAside(source, columns, isOfPass);
    }
    this.#plain(columns, isOfPass);
    for (const ledger of ['sales', 'charges'] as const)
      this.#numbers[ledger].add(columns[ledger], isFirst, isOfPass);
  }

  get result() {
    const { sales, charges } = this.#numbers;
    return {
      survey: mergeLogSurveys(this.#survey, plainSurvey(this.#settings, sales.ids, charges.ids)),
      /** Rows that belong together though their first ids differ. */
      unions: this.#unions.pairs,
      /** By source, the labels of the first keys of its rows that are not plain. */
      asideLabels: this.#asideLabels,
      /** Models whose prices may have changed. */
      models: changingModels(this.#prices),
    };
  }
}

/** What only all rows together show, and no shard can tell. */
export type AcrossShards = Readonly<AcrossReader['result']>;

/** The key that decides where a plain row goes: of a sale the upstream's id, so that its charge needs no look. */
export function firstKeyOf({ requestIds, upstreamIds }: LogColumns, row: number): number {
  return upstreamIds.length > 0 && upstreamIds.has(row) ? upstreamIds.key(row) : requestIds.key(row);
}

/** @param passRows how many rows are told apart at once */
export async function acrossShards(
  { counted, settings }: Admitted,
  shelf: Shelf,
  passRows = PASS_ROWS,
): Promise<AcrossShards> {
  const reader = new AcrossReader(settings);
  const rows = counted.reduce((sum, { head }) => sum + head.rows, 0);
  const passes = Math.max(1, Math.ceil(rows / passRows));
  for (let pass = 0; pass < passes; pass++) {
    const isOfPass = (key: number): boolean => ((otherPartOf(key) ^ labelOf(key)) >>> 0) % passes === pass;
    reader.begin(rows / passes, isOfPass);
    for (const { source } of counted)
      reader.look(source, await unpacked(shelf.read(sourceName(source))), pass === 0, isOfPass);
  }
  return reader.result;
}
