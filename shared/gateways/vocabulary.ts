/**
 * The words a connector is written in. The parser implements each of them under the same name, the manifest
 * quotes the sentence beside it; a connector that needs more gets a new word here, never a function of its own.
 */

/** How one native value is read. */
export const codecs = {
  id: 'text or whole number; 0, blank, null and the texts `null`, `NULL` and `\\N` give no id; at most 200 characters; refused if a spreadsheet has shortened it, or if it holds a key, an object or an array',
  rowId: 'whole number above 0 or text; used only if it identifies the row, see requestId',
  model: 'text of at most 200 characters; empty becomes `unknown`',
  name: 'text of at most 200 characters',
  time: 'Unix seconds, milliseconds from 10^11 on, or an ISO 8601 date-time with an offset; becomes UTC; 0 counts as absent; a number must lie in the years 2001 to 2100',
  channel: 'an id, or an object with `id`, also as text',
  channelName: 'the `name` of an object, also as text',
  quota: 'whole number of quota units, divided by quotaPerUnit in exact decimals',
  money: 'decimal number, or text that is one in a single reading, also with a comma or an exponent; exact',
  embedded: 'an object, or text that holds one; empty and `null` count as absent',
} as const;
export type Codec = keyof typeof codecs;

/** What a native row of one `type` is. */
export const kinds = {
  consume:
    'status success, or refunded if the quota is negative; the settlement of a task is joined to its charge if the join is exact and unique',
  error: 'status failed, charge 0; a retried attempt is skipped as retriedAttempt',
  refund: 'joined to its charge if the join is exact and unique, otherwise a refunded record of its own',
  topup: 'skipped (topup)',
  manage: 'skipped (manage)',
  system: 'skipped (system)',
  login: 'skipped (login)',
  channelTest: 'skipped (channelTest)',
  provisional: 'status pending: a reservation',
  tool: 'skipped (toolInCharge) if a consume row has its request id, because that charge contains it; otherwise status success',
} as const;
export type Kind = keyof typeof kinds;

/** Whether the native count of prompt tokens contains cached tokens. `tokens.input` never does. */
export const cacheConventions = {
  included: 'prompt tokens include cache reads and writes, which are subtracted',
  marked:
    'rows marked as Claude count cache reads and writes beside the prompt, all others inside it (then they are subtracted): `usage_semantic` decides on rows that have it or `usage_billing_path`, on all others `claude`, and 5-minute or 1-hour counts without `usage_semantic` mean Claude',
  named:
    'rows marked as Claude, and models whose names begin with `claude`, count cache reads and writes beside the prompt, all others inside it (then they are subtracted)',
  unstated: 'the gateway does not log cached tokens, so the input is whatever the provider counts as prompt',
} as const;
export type CacheConvention = keyof typeof cacheConventions;

/** How a row's price snapshot becomes `expectedCharge`. */
export const priceFormulas = {
  snapshot:
    'recomputed from the snapshot by the formula that charged the row: ratios (tokens, cache, images, audio, tool surcharges, group ratio) and prices by the call in exact decimals, rounded half away from zero, at least one quota unit by tokens unless the ratio is 0; tiered expressions and Midjourney in float64. Left out, with a note, if the row does not hold the price',
  snapshotBelowZero:
    'as the gateway’s, but what is cached is taken off the prompt of rows without `claude` even where it exceeds the prompt; a note counts the requests of Claude that are so charged less than the list price',
  units:
    'recomputed in float64, in the gateway’s own order, from input and output ratio, group ratio, long-context ratios, extra token ratios and extra billing, rounded up, at least one quota unit unless the ratio is 0',
  unitsOrEmpty:
    'as the gateway’s, but left out, with a note, if a reply without output tokens was charged nothing: an option of the deployment says that it is free, and no row says whether it was set',
  free: '0 if a row with tokens was charged nothing, because the gateway charges at least one quota unit unless the ratio is 0; otherwise left out: the row carries no exact price',
  none: 'left out: the row carries no exact price',
} as const;
export type PriceFormula = keyof typeof priceFormulas;

/** How a native payment becomes money and credit. */
export const paymentRules = {
  byProvider:
    'stripe: wallet currency, credit = money; creem and `amount` 0 (a subscription): no credit stated; any other provider, or none: `money` is in a local currency that no row names, so `currency` is the row’s own or XXX, and no credit is stated',
  byCurrency:
    'the order’s own currency; credit = quota / quotaPerUnit and the fee only where that is the payload’s currency',
} as const;
export type PaymentRule = keyof typeof paymentRules;

/** Keys that state an amount of money in a log row, first present first; then quota is not looked at. */
export const STATED_MONEY = ['charge', 'total_cost', 'cost', 'amount'] as const;

/** Where callers add the quotaPerUnit of an upstream gateway to its log rows. */
export const OWN_PER_UNIT = 'quota_per_unit';

/** Where a provider's billing row holds what; the first present key counts. */
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
 * A canonical charge without the local `requestId` may name its request as the upstream does, and as new-api logs it
 * in `upstream_request_id`. It is joined as the upstream's own log rows are.
 */
export const UPSTREAM_REQUEST_ID = 'upstreamRequestId';

/**
 * Keys that mappings of the pipeline add to canonical records, and that no record of the contract has: when that ends which a
 * charge bills, and the model that was bought for the one sold.
 */
export const [ENDS_AT, UPSTREAM_MODEL] = ['endsAt', 'upstreamModel'] as const;

/** Words of bills for a canonical status, beside the canonical words themselves; all of them without case. */
export const BILL_STATUSES = {
  succeeded: 'success',
  completed: 'success',
  ok: 'success',
  failure: 'failed',
  error: 'failed',
} as const;
