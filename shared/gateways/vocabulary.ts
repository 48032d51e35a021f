/** Words of connectors. The parser implements each under the same name, and manifests quote its sentence. */

/** How one native value is read. */
export const codecs = {
  id: 'text or whole number of at most 200 characters; 0, blank, null and the texts `null`, `NULL` and `\\N` count as absent; refused if a spreadsheet has shortened it, or if it contains an API key, an object or an array',
  rowId: 'whole number above 0 or text; used only if it is unique, see requestId',
  model: 'text of at most 200 characters; empty becomes `unknown`',
  name: 'text of at most 200 characters',
  time: 'Unix seconds (milliseconds from 10^11 on), or an ISO 8601 date-time with an offset; converted to UTC; 0 counts as absent; a number must be in the years 2001 to 2100',
  channel: 'an id, or an object with `id`, which may be JSON text',
  channelName: 'the `name` of an object, which may be JSON text',
  quota: 'whole number of quota units, divided by quotaPerUnit without rounding',
  money:
    'decimal number or text, which may have an exponent (`1.2e-05`), or a comma if its meaning is clear; exact',
  embedded: 'object, or JSON text of an object; empty and `null` count as absent',
} as const;
/** Name of a codec. */
export type Codec = keyof typeof codecs;

/** Kinds of native rows. */
export const kinds = {
  consume:
    'status success, or refunded if the quota is negative; a settlement of a task is joined to its charge if exactly one charge matches',
  error: 'status failed, charge 0; a retried attempt is skipped as retriedAttempt',
  refund: 'joined to its charge if exactly one charge matches, otherwise a separate refunded record',
  topup: 'skipped (topup)',
  manage: 'skipped (manage)',
  system: 'skipped (system)',
  login: 'skipped (login)',
  channelTest: 'skipped (channelTest)',
  provisional: 'status pending: a reservation',
  tool: 'skipped (toolInCharge) if a consume row has the same request id, because its charge includes the tool; otherwise status success',
} as const;
/** Name of a kind of rows. */
export type Kind = keyof typeof kinds;

/** Whether native prompt tokens include cached tokens. `tokens.input` never does. */
export const cacheConventions = {
  included: 'prompt tokens include cache reads and writes, which are subtracted',
  marked:
    'in rows marked as Claude, the prompt excludes cached tokens; in all other rows it includes them, and they are subtracted. The mark is `usage_semantic` in rows that have this field or `usage_billing_path`, otherwise `claude`. 5-minute or 1-hour counts without `usage_semantic` also mean Claude',
  named:
    'in rows marked as Claude or with a model named `claude…`, the prompt excludes cached tokens; in all other rows it includes them, and they are subtracted',
  unstated: 'the gateway does not log cached tokens, so the input is the provider’s count of prompt tokens',
} as const;
/** Name of a cache convention. */
export type CacheConvention = keyof typeof cacheConventions;

/** How `expectedCharge` is computed from a row's price snapshot. */
export const priceFormulas = {
  snapshot:
    'recomputed from the ratios and prices in the row, as the gateway computes it: in exact decimals, rounded half away from zero, at least one quota unit for tokens unless the ratio is 0. Tiered expressions and Midjourney are computed in float64. Left out, with a note, if the row does not contain the price',
  snapshotBelowZero:
    'as the gateway computes it: in rows without the field `claude`, cached tokens are subtracted from the prompt tokens even if there are more of them. A note counts the Claude requests that are charged less than the list price',
  units:
    'recomputed in float64, in the gateway’s own order, from the ratios of input, output, group, long context and extra tokens, and from extra billing. Rounded up, at least one quota unit unless the ratio is 0',
  unitsOrEmpty:
    'as the gateway computes it. Left out, with a note, if the reply had no output tokens and nothing was charged: an option of the gateway makes such replies free, and rows do not show whether it is on',
  free: '0 if nothing was charged for a row with tokens, because the gateway charges at least one quota unit unless the ratio is 0; otherwise left out, because the row has no exact price',
  none: 'left out, because the row has no exact price',
} as const;
/** Name of a price formula. */
export type PriceFormula = keyof typeof priceFormulas;

/** How the credit of a native payment is read. */
export const paymentRules = {
  byProvider:
    'Stripe: the credit equals `money`. Creem: left out unless it equals the amount paid. Other providers: left out unless `currency` is the currency of the request',
  byCurrency:
    'the credit is `quota` / quotaPerUnit. Credit and fee are left out unless the order was paid in the currency of the request',
} as const;
/** Name of a payment rule. */
export type PaymentRule = keyof typeof paymentRules;

/** Keys of an amount of money in a log row, first present first; quota is ignored then. */
export const EXPLICIT_MONEY = ['charge', 'total_cost', 'cost', 'amount'] as const;

/** Key under which callers add the `quotaPerUnit` of an upstream gateway to its log rows. */
export const ROW_UNIT_KEY = 'quota_per_unit';

/** Keys of a generic bill row; the first present one counts. */
export const BILL = {
  end: ['usage_end_time', 'end_time', 'end_time_iso', 'ending_at'],
  money: ['cost', 'total_cost', 'spend', 'amount'],
  time: ['created_at', 'timestamp', 'start_time', 'startTime', 'time', 'date'],
  model: ['model', 'model_name'],
  requestId: ['request_id', 'requestId'],
  upstreamId: ['id'],
  status: 'status',
  currency: 'currency',
} as const;

/**
 * Key with the upstream's request id in a canonical charge without the local `requestId`, as new-api logs it in
 * `upstream_request_id`. Such charges are linked like the upstream's log rows.
 */
export const UPSTREAM_REQUEST_ID = 'upstreamRequestId';

/**
 * Keys that mappings and settings of the pipeline add to canonical records, and that the API does not accept: the end
 * of the time that a charge bills, the model bought for the model sold, whether a charge is of a whole channel, and the
 * type of a call with a hash of its key.
 */
export const [ENDS_AT, UPSTREAM_MODEL, OF_CHANNEL, CALL] = [
  'endsAt',
  'upstreamModel',
  'isOfChannel',
  'call',
] as const;

/** Fields of a mapping that become `CALL`: by them two rows of one call are found. */
export const [CALL_TYPE, CALL_KEY] = ['callType', 'callKey'] as const;

/** Words of bills for a canonical status, ignoring case. The canonical words are accepted as well. */
export const BILL_STATUSES = {
  succeeded: 'success',
  completed: 'success',
  ok: 'success',
  failure: 'failed',
  error: 'failed',
} as const;
