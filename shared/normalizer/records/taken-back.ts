import type { Connector } from '../../connectors/connector.ts';
import { type Decimal, decimal } from '../../money.ts';
import { glimpse } from '../fields/codecs.ts';
import type { PerUnit } from '../fields/per-unit.ts';
import { type Entry, isNative, type Native } from '../intake/native.ts';

/** A balance that an administrator lowered. */
interface Lowering {
  readonly userId: string;
  readonly atMs: number;
  /** In wallet units. */
  readonly amount: Decimal;
  isUsed: boolean;
}

/** Balances are counted in whole units of quota, shares of a payment are not. */
const TOLERANCE = decimal('0.000002');

/** `controller/user.go` of new-api: what an administrator did to a balance. */
const LOWERED = /^user\.quota_(?:sub|decr|reduc|minus|deduct)/;
/** `＄100.000000 额度`. */
const UNITS = /(\d+(?:\.\d+)?)/;

const within = (value: unknown, key: string): unknown => (isNative(value) ? value[key] : undefined);

function otherOf({ other }: Native): unknown {
  if (typeof other !== 'string') return other;
  try {
    return JSON.parse(other);
  } catch {
    return undefined;
  }
}

/** new-api names the customer beside what was done; its row is the administrator's. */
function named(native: Native): Pick<Lowering, 'userId' | 'amount'> | undefined {
  const op = within(otherOf(native), 'op');
  if (!LOWERED.test(String(within(op, 'action') ?? ''))) return undefined;
  const params = within(op, 'params');
  const units = UNITS.exec(String(within(params, 'quota') ?? ''))?.[1];
  const userId = within(params, 'target_user_id');
  return units === undefined || userId === undefined
    ? undefined
    : { userId: String(userId), amount: decimal(units) };
}

/** one-hub writes the change as a quota with its sign, into a row of the customer. */
function stated(
  native: Native,
  { log }: Connector,
  per: PerUnit,
): Pick<Lowering, 'userId' | 'amount'> | undefined {
  const quota = glimpse(native, log.fields.quota);
  const userId = glimpse(native, log.fields.userId);
  if (typeof quota !== 'number' || quota >= 0 || userId === undefined) return undefined;
  return { userId: String(userId), amount: decimal(per.amount(quota)) };
}

/** Credits that administrators took back by hand, which top-ups do not show. */
export class TakenBack {
  readonly #byUser: ReadonlyMap<string, Lowering[]>;

  private constructor(lowerings: readonly Lowering[]) {
    this.#byUser = Map.groupBy(lowerings, ({ userId }) => userId);
  }

  /** What the manage rows of a log say. */
  static of(entries: readonly Entry[], connector: Connector, per: PerUnit | undefined): TakenBack {
    const manage = connector.log.kinds.filter(({ kind }) => kind === 'manage').map(({ type }) => type);
    const lowerings = entries.flatMap(({ native }): Lowering[] => {
      if (per === undefined || !manage.includes(Number(native.type))) return [];
      const atMs = glimpse(native, connector.log.fields.occurredAt);
      const seen = named(native) ?? stated(native, connector, per);
      return seen === undefined || atMs === undefined ? [] : [{ ...seen, atMs, isUsed: false }];
    });
    return new TakenBack(lowerings);
  }

  static readonly nothing = new TakenBack([]);

  /** Whether a balance was lowered by this much after a return; each time counts once. */
  take(userId: string | undefined, amount: Decimal, sinceMs: number): boolean {
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
