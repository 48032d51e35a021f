import type { Connector } from '../../connectors/connector.ts';
import { STATED_MONEY } from '../../connectors/vocabulary.ts';
import { currencyCode } from '../../money/currency.ts';
import { decimal, plain, quotient } from '../../money.ts';
import {
  asText,
  isAbsent,
  isLogRow,
  type Native,
  type RowField,
  saysNothing,
} from '../../normalizer/intake/native.ts';
import type { RunSettings } from '../settings.ts';

/** What money a row states that cannot be read. */
export interface StatedMoney {
  /** In the report's currency, a plain decimal; absent where it cannot be told. */
  readonly amount?: string;
  /** What its export calls its kind. */
  readonly kind?: string;
}

/** Of a row of which nothing can be read: it may carry money. */
export const NOTHING_STATED: StatedMoney = {};

/** Where rows that are no log rows have their money. */
const AMOUNTS = ['costAmount', 'amount', 'money', 'chargedAmount', 'cost', 'total_cost', 'spend'] as const;

const PLAIN = /^-?\d{1,15}(?:\.\d{1,12})?$/;
function amountOf(value: unknown, divisor: number): string | undefined {
  const text = asText(value);
  return PLAIN.test(text) ? plain(quotient(decimal(text), decimal(divisor))) : undefined;
}

/**
 * What money a row states; `undefined` where it certainly carries none. A row without any place for money may carry it.
 */
export function statedMoney(
  native: Native,
  field: RowField,
  { log: { fields } }: Connector,
  { quotaPerUnit, currency = 'USD' }: RunSettings,
): StatedMoney | undefined {
  const isLog = field === 'logs' || (field === 'upstreamCharges' && isLogRow(native));
  const quotas = isLog ? (fields.quota?.at ?? []) : [];
  const amounts = isLog ? (fields.money?.at ?? STATED_MONEY) : AMOUNTS;
  const places = [...quotas, ...amounts].filter((key) => Object.hasOwn(native, key));
  const at = places.find((key) => !saysNothing(native[key]));
  // A log writes 0 or nothing where there is none; an amount that a bill leaves out may be any.
  const isNone = isLog ? places.length > 0 : places.some((key) => !isAbsent(native[key]));
  if (at === undefined && isNone) return undefined;
  const kind = isAbsent(native.type) ? undefined : asText(native.type) || undefined;
  const isForeign =
    !isAbsent(native.currency) && currencyCode(asText(native.currency)) !== currencyCode(currency);
  const divisor = quotas.some((key) => key === at) ? quotaPerUnit : 1;
  const amount =
    at === undefined || isForeign || divisor === undefined ? undefined : amountOf(native[at], divisor);
  return { ...(amount !== undefined && { amount }), ...(kind !== undefined && { kind }) };
}
