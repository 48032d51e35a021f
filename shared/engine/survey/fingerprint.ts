import { type Decimal, toPlainText } from '../../money/money.ts';
import { PAYMENT_STATUSES, type Tokens, USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import type { Ledger, Row } from '../rows/row.ts';

/** Hash of four 32-bit words. Sums of hashes identify a set of rows in any order, with repetitions. */
export type HashLanes = [number, number, number, number];

// Signed integers take less memory than doubles.
const SEEDS: HashLanes = [0x9e3779b9 | 0, 0x85ebca6b | 0, 0xc2b2ae35 | 0, 0x27d4eb2f];
const FACTORS: HashLanes = [0x2c1b3c6d, 0x297a2d39, 0x165667b1, 0x1b873593];
const [K1, K2, K3, K4] = FACTORS;
const float = new Float64Array(1);
const floatWords = new Uint32Array(float.buffer);

/**
 * Hash state of the current row: four lanes mix in every word with their own factors. Not cryptographic; SHA-256 would
 * take longer than all checks. A typed array, because browsers would allocate an object for each number.
 */
const lanes = Int32Array.from(SEEDS);

function mixWord(word: number): void {
  const [a, b, c, d] = [lanes[0] as number, lanes[1] as number, lanes[2] as number, lanes[3] as number];
  lanes[0] = Math.imul(a ^ (a >>> 15) ^ word, K1);
  lanes[1] = Math.imul(b ^ (b >>> 13) ^ word, K2);
  lanes[2] = Math.imul(c ^ (c >>> 16) ^ word, K3);
  lanes[3] = Math.imul(d ^ (d >>> 14) ^ word, K4);
}

const ABSENT = -1;

/** Mixes a text and its length, so that no two rows have one sequence of words. An absent text differs from any. */
function mixText(text: string | undefined): void {
  const length = text === undefined ? ABSENT : text.length;
  mixWord(length);
  if (text === undefined) return;
  // Inline `mixWord` for every two characters, to keep the lanes in registers.
  let [a, b, c, d] = [lanes[0] as number, lanes[1] as number, lanes[2] as number, lanes[3] as number];
  for (let i = 0; i < length; i += 2) {
    const word = text.charCodeAt(i) | (i + 1 < length ? text.charCodeAt(i + 1) << 16 : 0);
    a = Math.imul(a ^ (a >>> 15) ^ word, K1);
    b = Math.imul(b ^ (b >>> 13) ^ word, K2);
    c = Math.imul(c ^ (c >>> 16) ^ word, K3);
    d = Math.imul(d ^ (d >>> 14) ^ word, K4);
  }
  lanes[0] = a;
  lanes[1] = b;
  lanes[2] = c;
  lanes[3] = d;
}

function mixNumber(value: number): void {
  float[0] = value;
  mixWord(floatWords[0] as number);
  mixWord(floatWords[1] as number);
}

/** Mixes an amount as plain text, which is the same for every form in which it was sent. */
const mixAmount = (amount: Decimal | undefined): void => mixText(amount && toPlainText(amount));

function mixTokens(tokens: Tokens | undefined): void {
  mixWord(tokens === undefined ? ABSENT : 0);
  if (tokens === undefined) return;
  // Name the fields: a loop over TOKEN_KINDS would make the hash 50 % slower.
  mixNumber(tokens.input ?? Number.NaN);
  mixNumber(tokens.output ?? Number.NaN);
  mixNumber(tokens.cacheRead ?? Number.NaN);
  mixNumber(tokens.cacheWrite ?? Number.NaN);
  mixNumber(tokens.reasoning ?? Number.NaN);
  mixNumber(tokens.media ?? Number.NaN);
}

/** Adds the hash of the row to `into`, each lane modulo 2^32, and resets the state. */
function addHash(into: HashLanes): void {
  for (let round = 0; round < 4; round++) {
    mixWord((lanes[3] as number) ^ ((lanes[0] as number) >>> 11));
    mixWord((lanes[1] as number) ^ ((lanes[2] as number) >>> 17));
  }
  for (let at = 0; at < 4; at++) into[at] = ((into[at] as number) + (lanes[at] as number)) >>> 0;
  lanes.set(SEEDS);
}

const LEDGER_WORDS: Record<Ledger, number> = { downstreamUsage: 1, upstreamCharges: 2, payments: 3 };

const STATUS_WORDS = Object.fromEntries(
  [...USAGE_STATUSES, ...PAYMENT_STATUSES].map((status, word) => [status, word]),
) as Record<Row['status'], number>;

/**
 * Adds the hash of all fields of a row to a sum in any order. Times and decimals count by value: `1.50` equals `1.5`.
 */
export function addRowHash(into: HashLanes, row: Row): void {
  mixWord(LEDGER_WORDS[row.ledger]);
  mixNumber(row.occurredAt);
  mixWord(STATUS_WORDS[row.status]);
  const { currency, amount } = (row.ledger === 'payments' && row.foreignAmount) || {
    currency: row.currency,
    amount: row.gross,
  };
  mixText(currency);
  mixText(row.userId);
  mixAmount(amount);
  mixAmount(row.refund);
  if (row.ledger === 'payments') {
    mixText(row.transactionId);
    mixText(row.provider);
    mixAmount(row.fee);
    mixAmount(row.credited);
  } else {
    mixText(row.requestId);
    mixText(row.upstreamId);
    mixText(row.tokenId);
    mixText(row.model);
    mixText(row.channelId);
    mixAmount(row.expected);
    mixTokens(row.tokens);
  }
  addHash(into);
}

/** Adds the hash of other properties of the input, in a fixed order: currency, period, which ledgers were supplied. */
export function addInputHash(into: HashLanes, texts: readonly string[]): void {
  for (const text of texts) mixText(text);
  addHash(into);
}

/** Formats a sum of hashes as a fingerprint: name and version of the algorithm, a colon, 32 hex digits. */
export const formatFingerprint = (lanes: HashLanes): string =>
  `rowsum128-3:${lanes.map((lane) => lane.toString(16).padStart(8, '0')).join('')}`;
