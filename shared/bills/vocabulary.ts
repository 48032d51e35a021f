/** Vocabulary of bills; `gateways/vocabulary.ts` has that of gateways. */

/** Ways to read an amount: as a decimal, in hundredths, or in the smallest unit of its currency. All are exact. */
export type AmountCodec = 'amount' | 'cents' | 'minorUnits';
/** Ways to read a time, by the zone of texts without an offset. A date alone is the start of its day. */
export type TimeCodec = 'time' | 'utcTime' | 'chinaTime' | 'pacificTime' | 'monthDayYear';
/** Ways to read a text, or the part of it that is an id, a model or a kind of tokens. */
export type TextCodec =
  | ('id' | 'name' | 'word' | 'chargeId' | 'beforeComma' | 'beforeWay')
  | ('instanceModel' | 'edition' | 'meteredModel' | 'skuKind');
/** Ways to read one value of a bill. Spaces, tabs and WeChat Pay's backquote around a text are ignored. */
export type BillCodec =
  | (AmountCodec | TimeCodec | TextCodec)
  | ('amounts' | 'currency' | 'signInHead' | 'flag' | 'count' | 'quantity' | 'groupedQuantity');

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

/** Writes the brackets of a Chinese column name in the narrow form, which some exports of the same report have. */
export const narrowBrackets = (column: string): string => column.replaceAll('（', '(').replaceAll('）', ')');
