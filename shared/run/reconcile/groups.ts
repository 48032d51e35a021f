import type { PerUnit } from '../../normalizer/fields/per-unit.ts';
import type { DownstreamRecord, UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { Flag } from '../columns/log-columns.ts';
import type { Books } from '../link/link.ts';
import { chargeRecord, saleRecord, upstreamIdOf } from '../link/records.ts';

const NONE = -1;
const isRepeat = (flags: Uint8Array, row: number): boolean => ((flags[row] as number) & Flag.repeated) !== 0;

/** Who belongs together among plain rows. */
export class Groups {
  readonly #books: Books;
  readonly #per: PerUnit;
  /** By the first sale of a request, its first charge; by charge, the next one of its request. */
  readonly firstCharge: Int32Array;
  readonly nextCharge: Int32Array;
  /** By first sale, whether more is to be known of its request than one sale and at most one charge. */
  readonly isMixed: Uint8Array;

  constructor(books: Books, per: PerUnit) {
    this.#books = books;
    this.#per = per;
    const { sales, charges, joined } = books;
    this.firstCharge = new Int32Array(sales.length).fill(NONE);
    this.nextCharge = new Int32Array(charges.length).fill(NONE);
    this.isMixed = new Uint8Array(sales.length);
    this.#markSales();
    for (let row = charges.length - 1; row >= 0; row--) {
      const sale = joined.sale[row] as number;
      if (sale === NONE) continue;
      if (this.firstCharge[sale] !== NONE) this.isMixed[sale] = 1;
      this.nextCharge[row] = this.firstCharge[sale] as number;
      this.firstCharge[sale] = row;
    }
    for (const requestId of joined.named.values()) this.#mix(requestId);
    for (const { requestId } of books.downstreamUsage) this.#mix(requestId);
    for (const { requestId } of books.upstreamCharges) this.#mix(requestId);
    this.#markSharedCharges();
  }

  /** A request with two sales is mixed. */
  #markSales(): void {
    const { sales, salesByRequest } = this.#books;
    const { flags } = sales.table.columns;
    for (let row = 0; row < sales.length; row++) {
      if (isRepeat(flags, row)) continue;
      const first = salesByRequest.first(sales.requestIds, row);
      if (first !== row) this.isMixed[first] = 1;
    }
  }

  /** Rows that are not plain belong to the request. */
  #mix(requestId: string | undefined): void {
    if (!requestId) return;
    for (const row of this.#books.salesByRequest.having(requestId)) {
      this.isMixed[row] = 1;
      return;
    }
  }

  /** Charges whose upstream id another row has, too. */
  #markSharedCharges(): void {
    const { charges, chargesByRequest, joined, upstreamCharges, isIdentified } = this.#books;
    const { gateway } = charges.table.columns;
    const others = new Set(upstreamCharges.flatMap(({ upstreamId }) => upstreamId ?? []));
    for (let row = 0; row < charges.length; row++) {
      const sale = joined.sale[row] as number;
      if (sale === NONE) continue;
      const isNamed = isIdentified[gateway[row] as number] === true;
      const first = isNamed ? row : chargesByRequest.first(charges.requestIds, row);
      if (first !== row) {
        this.isMixed[sale] = 1;
        const its = joined.sale[first] as number;
        if (its !== NONE) this.isMixed[its] = 1;
      }
      if (others.size > 0 && others.has(upstreamIdOf(charges, row, isNamed))) this.isMixed[sale] = 1;
    }
  }

  /** The records of all rows of a request, by its first sale. */
  *recordsOf(
    first: number,
  ): Generator<['downstreamUsage', DownstreamRecord] | ['upstreamCharges', UpstreamRecord]> {
    const { sales, salesByRequest } = this.#books;
    const { flags } = sales.table.columns;
    for (let row = first; row !== NONE; row = salesByRequest.after(row))
      if (!isRepeat(flags, row)) yield ['downstreamUsage', saleRecord(sales, row, this.#per)];
    const requestId = sales.requestIds.text(first);
    for (let row = this.firstCharge[first] as number; row !== NONE; row = this.nextCharge[row] as number)
      yield ['upstreamCharges', this.charge(row, requestId)];
  }

  charge(row: number, requestId: string | undefined): UpstreamRecord {
    const { charges, isIdentified } = this.#books;
    const isNamed = isIdentified[charges.table.columns.gateway[row] as number] === true;
    return chargeRecord(charges, row, this.#per, requestId, isNamed);
  }
}
