import type { Connector } from '../../gateways/connector.ts';
import { type Decimal, toDecimal } from '../../money/money.ts';
import { tryReadField } from '../fields/codecs.ts';
import type { QuotaConverter } from '../fields/quota-converter.ts';
import { asNumber, asText, type Entry, type Native } from '../intake/native.ts';

/** A deduction from a customer's balance by an administrator. */
interface BalanceReduction {
  readonly userId: string;
  readonly atMs: number;
  /** Amount in wallet units. */
  readonly amount: Decimal;
  isUsed: boolean;
}

/** Tolerance between a deduction, which is in whole quota units, and the share of a payment, which is not. */
const TOLERANCE = toDecimal('0.000002');

/** Reads the deduction of a manage row: `lowered_quota` from its text (`quota-in-text.ts`), or one-hub's negative quota. */
function readLowerings(native: Native, { log: { fields } }: Connector, per: QuotaConverter) {
  const snapshot = fields.snapshot && tryReadField(native, fields.snapshot);
  const quota = asNumber(snapshot?.lowered_quota ?? -(tryReadField(native, fields.quota) ?? 0));
  const userId = snapshot?.lowered_user ?? tryReadField(native, fields.userId);
  return quota > 0 && userId !== undefined
    ? [{ userId: asText(userId), amount: toDecimal(per.amount(quota)) }]
    : [];
}

/** Deductions by which administrators revoked credits; top-up lists do not show them. */
export class RevokedCredits {
  readonly #byUser: ReadonlyMap<string, BalanceReduction[]>;

  private constructor(lowerings: readonly BalanceReduction[]) {
    this.#byUser = Map.groupBy(lowerings, ({ userId }) => userId);
  }

  /** Collects the deductions in the manage rows of a log. */
  static of(
    entries: readonly Entry[],
    connector: Connector,
    per: QuotaConverter | undefined,
  ): RevokedCredits {
    const manage = connector.log.kinds.filter(({ kind }) => kind === 'manage').map(({ type }) => type);
    const lowerings = entries.flatMap(({ native }): BalanceReduction[] => {
      if (per === undefined || !manage.includes(asNumber(native.type))) return [];
      const atMs = tryReadField(native, connector.log.fields.occurredAt);
      if (atMs === undefined) return [];
      return readLowerings(native, connector, per).map((lowering) => ({ ...lowering, atMs, isUsed: false }));
    });
    return new RevokedCredits(lowerings);
  }

  /** Contains no deductions. */
  static readonly nothing = new RevokedCredits([]);

  /** Finds a deduction of this amount at or after a refund, and uses it up. Returns whether there was one. */
  claim(userId: string | undefined, amount: Decimal, sinceMs: number): boolean {
    const deduction = this.#byUser
      .get(userId ?? '')
      ?.find(
        (lowering) =>
          !lowering.isUsed && lowering.atMs >= sinceMs && !lowering.amount.minus(amount).abs().gt(TOLERANCE),
      );
    if (deduction === undefined) return false;
    deduction.isUsed = true;
    return true;
  }
}
