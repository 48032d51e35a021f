/** The words that bills are written in, as those of gateways stand in `connectors/vocabulary.ts`. */

/** How one value of a bill is read. Blanks, tabs and WeChat Pay’s ` around a text do not count. */
const amounts = {
  amount: 'decimal number or text, with a sign and an exponent where it has one; exact',
  cents: 'an amount in hundredths; divided by 100, exact',
  minorUnits:
    'a whole number in the smallest unit of the currency, which may have no or three decimals; exact',
} as const;
const times = {
  time: 'Unix seconds, or an ISO 8601 date-time with an offset',
  utcTime:
    'a date-time; without an offset in UTC; a date alone, also as `20261001`, is the start of its UTC day',
  chinaTime: 'a date-time; without an offset in UTC+8; a date alone is the start of its day there',
  pacificTime:
    'a date-time; without an offset in Pacific time (America/Los_Angeles); a date alone is the start of its day there',
  monthDayYear: 'month/day/year, or an ISO 8601 date; the start of that UTC day',
} as const;
const texts = {
  id: 'text or whole number of at most 200 characters',
  name: 'text of at most 200 characters',
  word: 'text of at most 200 characters, or a number as text',
  chargeId: 'the first id of a charge in a text: `ch_…` or `py_…`',
  beforeComma: 'what stands before the last comma and blank',
  instanceModel:
    'of parts separated by semicolons: the one with a slash, else the one before the kind of tokens, else the one after the workspace (`llm-…`, `ws-…`)',
  beforeWay: 'what stands before `.online.` or `.offline.`',
  edition: 'what stands before ` (Amazon Bedrock Edition)`; no other text is a value',
  meteredModel:
    'the name of a meter or the text of a SKU without its region at the beginning (three capitals, a digit, a hyphen), without its kind of usage and what follows it, and without words that name no model, such as ` GA`; of a text with `token count` what follows that, up to a word that names no model',
  skuKind:
    'the text of a SKU; of one with `token count` only whether that counts `output tokens`, `cached tokens` or `input tokens`, by what stands before it and by a `caching` at its end',
} as const;
export const billCodecs = {
  ...amounts,
  ...times,
  ...texts,
  amounts: 'an amount, or a list of objects with an `amount` each, also as JSON text; their sum, exact',
  currency: 'a currency code in any case',
  signInHead: 'the currency whose sign stands in brackets in the name of the column',
  flag: 'true or 1, also as text',
  count: 'a whole number of 0 or more',
  quantity: 'a decimal number, also as text',
  groupedQuantity: 'a decimal number whose commas part thousands',
} as const;
export type BillCodec = keyof typeof billCodecs;
export type AmountCodec = keyof typeof amounts;
export type TimeCodec = keyof typeof times;
export type TextCodec = keyof typeof texts;

/** What a movement of money means for its payment. */
export const paymentMovements = {
  charge: 'the payment: its amount and its fee',
  correction: 'added to the amount with its sign',
  refund: 'the amount given back',
  refundReversal: 'taken off what was given back',
  dispute: 'the amount charged back, and a fee',
  disputeReversal: 'taken off what was charged back',
  fee: 'added to the fee of its payment; income is taken off it',
  none: 'no payment: skipped and counted',
} as const;
export type PaymentMovement = keyof typeof paymentMovements;

/** Key that a mapping with `movements` writes into each row: its kind of movement. */
export const MAPPED_MOVEMENT = 'mappedMovement';

/** Why rows of a bill are left apart: their money is no cost of a model that the bill names. */
const apartReasons = {
  billApart: 'taxes, purchases, discounts and rounding',
  otherServices: 'other services of the provider',
  billTotals: 'totals of rows that stand above them',
  paidByPlan: 'usage that a subscription paid for',
} as const;
export type ApartReason = keyof typeof apartReasons;

/** How long the time is that a row bills. */
const grains = {
  event: 'a request, at an instant',
  minute: 'a minute, or a request in it',
  hour: 'an hour from the time of the row',
  day: 'a day from the time of the row',
  month: 'a month from the time of the row',
} as const;
export type Grain = keyof typeof grains;
export const grainNames = Object.keys(grains) as readonly Grain[];

/** How many tokens a unit is, compared without case. */
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

/** What names of meters at AWS Bedrock hold behind the model; a tier may follow. */
export const meterKinds = [
  ['-cache-read-input-token-count', 'cacheRead'],
  ['-cache-write-input-token-count', 'cacheWrite'],
  ['-input-tokens', 'input'],
  ['-output-tokens', 'output'],
] as const;

/** The same of usage types of AWS Marketplace: `USE1-MP:USE1_InputTokenCount-Units`, `USW2-MP:USW2_cache_read_tokens_standard-Units`. */
export const marketKinds = [
  ['cache_read', 'cacheRead'],
  ['cacheread', 'cacheRead'],
  ['cache_write', 'cacheWrite'],
  ['cachewrite', 'cacheWrite'],
  ['output', 'output'],
  ['input', 'input'],
] as const;

/** The same of texts of Google’s SKUs, as `skuKind` reads them. */
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

/** The same of Azure’s meters, which abbreviate at will. */
export const abbreviatedKinds = [
  ['cd wr', 'cacheWrite'],
  ['cd inp', 'cacheRead'],
  ['cchd', 'cacheRead'],
  ['cached', 'cacheRead'],
  ['inp', 'input'],
  ['outp', 'output'],
  [' opt', 'output'],
] as const;

/** Currencies whose smallest unit is no hundredth, by its number of decimals (Stripe). */
export const minorUnitDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3])),
};
