/** Vocabulary of bills; `gateways/vocabulary.ts` has that of gateways. */

/** How one value of a bill is read. Spaces, tabs and WeChat Pay's backquote around a text are ignored. */
const amounts = {
  amount: 'decimal number or text, which may have a sign and an exponent; exact',
  cents: 'amount in hundredths, divided by 100; exact',
  minorUnits:
    'whole number in the smallest unit of the currency, such as cents (some currencies have zero or three decimal places); exact',
} as const;
const times = {
  time: 'Unix seconds, or an ISO 8601 date-time with an offset',
  utcTime:
    'date-time, in UTC if it has no offset; a date alone, such as `20261001`, is the start of that UTC day',
  chinaTime: 'date-time, in UTC+8 if it has no offset; a date alone is the start of that day in UTC+8',
  pacificTime:
    'date-time, in Pacific time (America/Los_Angeles) if it has no offset; a date alone is the start of that day in Pacific time',
  monthDayYear: 'a date as month/day/year or in ISO 8601; read as the start of that UTC day',
} as const;
const texts = {
  id: 'text or whole number of at most 200 characters',
  name: 'text of at most 200 characters',
  word: 'text of at most 200 characters, or a number as text',
  chargeId: 'the first charge id in the text: `ch_…` or `py_…`',
  beforeComma: 'the text before the last comma and space',
  instanceModel:
    'one of the parts between semicolons: the part with a slash; otherwise the part before the token kind; otherwise the part after the workspace (`llm-…`, `ws-…`)',
  beforeWay: 'the text before `.online.` or `.offline.`',
  edition: 'the text before ` (Amazon Bedrock Edition)`; other texts are ignored',
  meteredModel:
    'the model in the name of a meter or SKU: the text after `token count`. If the name lacks these words: the name without its region (such as `USE1-`), the kind of usage and all text after it, and words such as `GA`',
  skuKind:
    'the token kind, taken from the SKU name. If the name contains `token count`: `output tokens` if `output` comes before these words; `cached tokens` if `cached` comes before them or the name ends with `caching`; otherwise `input tokens`. Other names are not changed',
} as const;
/** All ways to read a value of a bill, and their descriptions. */
export const billCodecs = {
  ...amounts,
  ...times,
  ...texts,
  amounts:
    'an amount, or the exact sum of a list of objects with an `amount` each; the list may be JSON text',
  currency: 'currency code, in upper or lower case',
  signInHead: 'the currency whose sign is in brackets in the column name',
  flag: 'true or 1, also as text',
  count: 'whole number of at least 0',
  quantity: 'decimal number or text',
  groupedQuantity: 'decimal number with commas as thousands separators',
} as const;
/** Name of a way to read a value of a bill. */
export type BillCodec = keyof typeof billCodecs;
/** Name of a way to read an amount. */
export type AmountCodec = keyof typeof amounts;
/** Name of a way to read a time. */
export type TimeCodec = keyof typeof times;
/** Name of a way to read a text. */
export type TextCodec = keyof typeof texts;

/** Meaning of a money movement for its payment. */
export const paymentMovements = {
  charge: 'the payment itself, with its amount and fee',
  correction: 'added to the amount, with its sign',
  refund: 'the refunded amount',
  refundReversal: 'subtracted from the refunded amount',
  dispute: 'the amount charged back, with its fee',
  disputeReversal: 'subtracted from the amount charged back',
  fee: 'added to the fee of its payment; a fee that was paid back is subtracted',
  none: 'not a payment: skipped and counted',
} as const;
/** Meaning of a money movement for its payment. */
export type PaymentMovement = keyof typeof paymentMovements;

/** Key that a mapping with `movements` adds to each row: its kind of movement. */
export const MAPPED_MOVEMENT = 'mappedMovement';

/** Reason why a bill row is left out, because its money is not a cost of the named model: the name of its note. */
export type NonUsageReason = 'billApart' | 'otherServices' | 'billTotals' | 'paidByPlan';

/** Lengths of the time from its own on that a row can bill; `event` is a request at one point in time. */
export const grainNames = ['event', 'minute', 'hour', 'day', 'month'] as const;
/** Length of the time that a row bills. */
export type Grain = (typeof grainNames)[number];

/** Tokens per unit, ignoring case. */
export const tokenUnits: Readonly<Record<string, number>> = {
  tokens: 1,
  token: 1,
  '1k tokens': 1000,
  '1m tokens': 1_000_000,
  '1k': 1000,
  '1m': 1_000_000,
  ktokens: 1000,
  'k tokens': 1000,
  'm tokens': 1_000_000,
  千tokens: 1000,
  百万tokens: 1_000_000,
};

/** Parts of AWS Bedrock meter names after the model; a tier may follow. */
export const meterKinds = [
  ['-cache-read-input-token-count', 'cacheRead'],
  ['-cache-write-input-token-count', 'cacheWrite'],
  ['-input-tokens', 'input'],
  ['-output-tokens', 'output'],
] as const;

/** Parts of AWS Marketplace usage types: `USE1-MP:USE1_InputTokenCount-Units`, `…_cache_read_tokens_standard-Units`. */
export const marketKinds = [
  ['cache_read', 'cacheRead'],
  ['cacheread', 'cacheRead'],
  ['cache_write', 'cacheWrite'],
  ['cachewrite', 'cacheWrite'],
  ['output', 'output'],
  ['input', 'input'],
] as const;

/** Parts of Google's SKU texts, as `skuKind` reads them. */
export const skuKinds = [
  ['output tokens', 'output'],
  ['cached tokens', 'cacheRead'],
  ['input tokens', 'input'],
  ['cached content storage', 'none'],
  [' caching storage', 'none'],
  [' text input caching', 'cacheRead'],
  [' input text caching', 'cacheRead'],
  [' text input', 'input'],
  [' text output', 'output'],
] as const;

/** Parts of Azure's meters, which use various abbreviations. */
export const abbreviatedKinds = [
  ['cd wr', 'cacheWrite'],
  ['cd inp', 'cacheRead'],
  ['cchd', 'cacheRead'],
  ['cached', 'cacheRead'],
  ['inp', 'input'],
  ['outp', 'output'],
  [' opt', 'output'],
] as const;

/** Decimals of currencies whose smallest unit is not a hundredth (Stripe). */
export const minorUnitDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3])),
};
