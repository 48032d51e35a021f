import type { Connector } from '../../gateways/connector.ts';
import { type Decimal, toDecimal } from '../../money/money.ts';
import { tryReadField } from '../fields/codecs.ts';
import type { QuotaConverter } from '../fields/quota-converter.ts';
import { asNumber, asText, type IndexedRow, type NativeObject } from '../intake/native.ts';

/** Tolerance between a deduction, which is in whole quota units, and the share of a payment, which is not. */
const TOLERANCE = toDecimal('0.000002');

/** Reads the deduction of a manage row: `lowered_quota` from its text (`quota-in-text.ts`), or one-hub's negative quota. */
function readReduction(row: NativeObject, { log: { fields } }: Connector, converter: QuotaConverter) {
  const snapshot = tryReadField(row, fields.snapshot);
  const quota = asNumber(snapshot?.lowered_quota ?? -(tryReadField(row, fields.quota) ?? 0));
  const userId = snapshot?.lowered_user ?? tryReadField(row, fields.userId);
  const atMs = tryReadField(row, fields.occurredAt);
  if (!(quota > 0) || userId === undefined || atMs === undefined) return undefined;
  return { userId: asText(userId), amount: toDecimal(converter.amount(quota)), atMs, isUsed: false };
}

/** Deductions by which administrators revoked credits after a refund. They are only in the log, not in top-up lists. */
export class RevokedCredits {
  readonly #byUser: ReadonlyMap<string, NonNullable<ReturnType<typeof readReduction>>[]>;

  /** Collects the deductions in the manage rows of a log; none without a converter. */
  constructor(entries: readonly IndexedRow[], connector: Connector, converter: QuotaConverter | undefined) {
    const manage = connector.log.kinds.filter(({ kind }) => kind === 'manage').map(({ type }) => type);
    const reductions = entries
      .filter(({ native }) => manage.includes(asNumber(native.type)))
      .flatMap(({ native }) => (converter && readReduction(native, connector, converter)) ?? []);
    this.#byUser = Map.groupBy(reductions, ({ userId }) => userId);
  }

  /** Claims a deduction of this amount at or after a refund (epoch milliseconds). Returns whether there was one. */
  claim(userId: string | undefined, amount: Decimal, sinceMs: number): boolean {
    const reduction = this.#byUser
      .get(userId ?? '')
      ?.find((own) => !own.isUsed && own.atMs >= sinceMs && own.amount.minus(amount).abs().lte(TOLERANCE));
    if (reduction !== undefined) reduction.isUsed = true;
    return reduction !== undefined;
  }
}
