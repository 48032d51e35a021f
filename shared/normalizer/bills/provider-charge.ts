import type { ChargeBill } from '../../connectors/bills/bill.ts';
import { tokenUnits } from '../../connectors/bills/vocabulary.ts';
import { BILL } from '../../connectors/vocabulary.ts';
import { type Decimal, isNegative, isPositive, plain } from '../../money.ts';
import type { Tokens, UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import type { Account } from '../account.ts';
import { decoders } from '../fields/codecs.ts';
import type { Native } from '../intake/native.ts';
import { billValue, isDay, neededBillValue } from './bill-values.ts';
import { isApart } from './known-bill.ts';

/** Counts in separate columns; `input` excludes tokens read from a cache. */
function countedTokens(native: Native, { tokens }: ChargeBill): Tokens {
  const cacheRead = billValue(native, tokens?.cacheRead) ?? 0;
  const reasoning = billValue(native, tokens?.reasoning) ?? 0;
  const input = billValue(native, tokens?.input);
  const output = billValue(native, tokens?.output);
  return {
    ...(input === undefined ? {} : { input: Math.max(0, input - (tokens?.isCacheInInput ? cacheRead : 0)) }),
    ...(output === undefined ? {} : { output }),
    ...(cacheRead > 0 ? { cacheRead } : {}),
    ...(reasoning > 0 ? { reasoning } : {}),
  };
}

/** A quantity of one kind of tokens, where the row names kind and unit in words that are known. */
function meteredTokens(native: Native, { meter }: ChargeBill): Tokens {
  const name = billValue(native, meter?.kind);
  const quantity = billValue(native, meter?.quantity);
  const unit = tokenUnits[billValue(native, meter?.unit)?.toLowerCase() ?? ''];
  const [, kind] = meter?.kinds.find(([end]) => name?.endsWith(end)) ?? [];
  if (kind === undefined || quantity === undefined || unit === undefined || isNegative(quantity)) return {};
  return { [kind]: Number(plain(quantity.times(unit))) };
}

/** A negative amount is money that came back; it costs nothing and is no usage. */
function moneyOf(
  cost: Decimal,
  isCancelled: boolean,
): Pick<UpstreamRecord, 'status' | 'costAmount' | 'refundAmount'> {
  if (isNegative(cost)) return { status: 'refunded', costAmount: '0', refundAmount: plain(cost.negated()) };
  return { status: isCancelled && !isPositive(cost) ? 'failed' : 'success', costAmount: plain(cost) };
}

/**
 * A row of a provider's bill as a record, or `undefined` for one that is counted apart. A total gets no request id:
 * only one that the caller added.
 * @throws FieldProblem
 */
export function providerCharge(
  native: Native,
  bill: ChargeBill,
  account: Account,
): UpstreamRecord | undefined {
  const { fields } = bill;
  const cost = billValue(native, fields.cost);
  if (isApart(native, bill) || cost === undefined) {
    account.skip('apart');
    account.note(cost === undefined ? 'billEmpty' : 'billApart');
    return undefined;
  }
  if (isDay(native, fields.occurredAt)) account.note('dateAlone');
  const requestId = BILL.requestId.map((key) => decoders.id(native[key], key)).find((id) => id !== undefined);
  const upstreamId = billValue(native, fields.upstreamId);
  const currency = billValue(native, fields.currency) ?? bill.currency;
  const tokens = isNegative(cost) ? {} : { ...countedTokens(native, bill), ...meteredTokens(native, bill) };
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(upstreamId === undefined ? {} : { upstreamId }),
    occurredAt: new Date(neededBillValue(native, fields.occurredAt)).toISOString(),
    model: billValue(native, fields.model) ?? 'unknown',
    ...moneyOf(cost, billValue(native, fields.cancelled) ?? false),
    ...(currency === undefined ? {} : { currency }),
    ...(Object.keys(tokens).length > 0 ? { tokens } : {}),
  };
}
