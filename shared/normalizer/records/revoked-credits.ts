import type { Connector } from '../../gateways/connector.ts';
import { type Decimal, toDecimal } from '../../money/money.ts';
import { tryReadField } from '../fields/codecs.ts';
import type { QuotaConverter } from '../fields/quota-converter.ts';
import { asNumber, asText, type Entry, type Native } from '../intake/native.ts';

/** A balance that an administrator lowered. */
interface BalanceReduction {
  readonly userId: string;
  readonly atMs: number;
  /** In wallet units. */
  readonly amount: Decimal;
  isUsed: boolean;
}

/** Balances are counted in whole units of quota, shares of a payment are not. */
const TOLERANCE = toDecimal('0.000002');

/** one-hub writes the change as a quota with its sign; what texts say stands beside the snapshot (`stated-quota.ts`). */
function readLowerings(
  native: Native,
  { log: { fields } }: Connector,
  per: QuotaConverter,
): Omit<BalanceReduction, 'isUsed' | 'atMs'>[] {
  const stated = fields.snapshot && tryReadField(native, fields.snapshot);
  const quota = asNumber(stated?.lowered_quota ?? -(tryReadField(native, fields.quota) ?? 0));
  const userId = stated?.lowered_user ?? tryReadField(native, fields.userId);
  return quota > 0 && userId !== undefined
    ? [{ userId: asText(userId), amount: toDecimal(per.amount(quota)) }]
    : [];
}

/** Credits that administrators took back by hand, which top-ups do not show. */
export class RevokedCredits {
  readonly #byUser: ReadonlyMap<string, BalanceReduction[]>;

  private constructor(lowerings: readonly BalanceReduction[]) {
    this.#byUser = Map.groupBy(lowerings, ({ userId }) => userId);
  }

  /** What the manage rows of a log say. */
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

  static readonly nothing = new RevokedCredits([]);

  /** Whether a balance was lowered by this much after a return; each time counts once. */
  claim(userId: string | undefined, amount: Decimal, sinceMs: number): boolean {
    const found = this.#byUser
      .get(userId ?? '')
      ?.find(
        (lowering) =>
          !lowering.isUsed && lowering.atMs >= sinceMs && !lowering.amount.minus(amount).abs().gt(TOLERANCE),
      );
    if (found === undefined) return false;
    found.isUsed = true;
    return true;
  }
}
