import { type Decimal, toPlainText } from '../../money/money.ts';
import { PAYMENT_STATUSES, type Tokens, USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import type { Ledger, Row } from '../rows/row.ts';

/** Hash of four 32-bit words. Sums of hashes identify a set of rows in any order, with repetitions. */
export type HashLanes = [number, number, number, number];

const FINAL_ROUNDS = 8;
const float = new Float64Array(1);
const floatWords = new Uint32Array(float.buffer);

/** Words of the current row, which are hashed at its end. A typed array, because browsers would allocate an object for each number. */
let words = new Int32Array(256);
let length = 0;

function addWord(word: number): void {
  if (length === words.length) {
    const longer = new Int32Array(2 * length);
    longer.set(words);
    words = longer;
  }
  words[length++] = word;
}

const ABSENT = -1;

/** Adds a text and its length, so that no two rows have one sequence of words. An absent text differs from any. */
function addText(text: string | undefined): void {
  addWord(text === undefined ? ABSENT : text.length);
  if (text === undefined) return;
  const last = text.length - 1;
  for (let i = 0; i < last; i += 2) addWord(text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16));
  if (last % 2 === 0) addWord(text.charCodeAt(last));
}

function addNumber(value: number): void {
  float[0] = value;
  addWord(floatWords[0] as number);
  addWord(floatWords[1] as number);
}

/** Adds an amount as plain text, which is the same for every form in which it was sent. */
const addAmount = (amount: Decimal | undefined): void => addText(amount && toPlainText(amount));

function addTokens(tokens: Tokens | undefined): void {
  addWord(tokens === undefined ? ABSENT : 0);
  if (tokens === undefined) return;
  // Name the fields: a loop over TOKEN_KINDS would make the hash 50 % slower.
  addNumber(tokens.input ?? Number.NaN);
  addNumber(tokens.output ?? Number.NaN);
  addNumber(tokens.cacheRead ?? Number.NaN);
  addNumber(tokens.cacheWrite ?? Number.NaN);
  addNumber(tokens.reasoning ?? Number.NaN);
  addNumber(tokens.media ?? Number.NaN);
}

/**
 * Hashes the words so far, removes them, and adds the hash to `into`, each lane modulo 2^32. Four lanes mix in every word
 * with their own factors. Not cryptographic; SHA-256 would take longer than all checks.
 */
function addHash(into: HashLanes): void {
  let [a, b, c, d] = [0x9e3779b9 | 0, 0x85ebca6b | 0, 0xc2b2ae35 | 0, 0x27d4eb2f];
  for (let at = 0; at < length + FINAL_ROUNDS; at++) {
    // After the last word, the lanes mix with each other.
    const word =
      at < length ? (words[at] as number) : (at - length) % 2 === 0 ? d ^ (a >>> 11) : b ^ (c >>> 17);
    a = Math.imul(a ^ (a >>> 15) ^ word, 0x2c1b3c6d);
    b = Math.imul(b ^ (b >>> 13) ^ word, 0x297a2d39);
    c = Math.imul(c ^ (c >>> 16) ^ word, 0x165667b1);
    d = Math.imul(d ^ (d >>> 14) ^ word, 0x1b873593);
  }
  length = 0;
  into[0] = (into[0] + a) >>> 0;
  into[1] = (into[1] + b) >>> 0;
  into[2] = (into[2] + c) >>> 0;
  into[3] = (into[3] + d) >>> 0;
}

const LEDGER_WORDS: Record<Ledger, number> = { downstreamUsage: 1, upstreamCharges: 2, payments: 3 };

const STATUS_WORDS = Object.fromEntries(
  [...USAGE_STATUSES, ...PAYMENT_STATUSES].map((status, word) => [status, word]),
) as Record<Row['status'], number>;

/**
 * Adds the hash of all fields of a row to a sum in any order. Times and decimals count by value: `1.50` equals `1.5`.
 */
export function addRowHash(into: HashLanes, row: Row): void {
  addWord(LEDGER_WORDS[row.ledger]);
  addNumber(row.occurredAt);
  addWord(STATUS_WORDS[row.status]);
  const { currency, amount } = (row.ledger === 'payments' && row.foreignAmount) || {
    currency: row.currency,
    amount: row.gross,
  };
  addText(currency);
  addText(row.userId);
  const amountText = amount && toPlainText(amount);
  addText(amountText);
  addAmount(row.refund);
  if (row.ledger === 'payments') {
    addText(row.transactionId);
    addText(row.provider);
    addAmount(row.fee);
    addAmount(row.credited);
  } else {
    addText(row.requestId);
    addText(row.upstreamId);
    addText(row.tokenId);
    addText(row.model);
    addText(row.channelId);
    // Most charges are as expected, and writing an amount takes longer than hashing it.
    if (row.expected === amount) addText(amountText);
    else addAmount(row.expected);
    addTokens(row.tokens);
  }
  addHash(into);
}

/** Adds the hash of other properties of the input, in a fixed order: currency, period, which ledgers were supplied. */
export function addInputHash(into: HashLanes, texts: readonly string[]): void {
  for (const text of texts) addText(text);
  addHash(into);
}

/** Formats a sum of hashes as a fingerprint: name and version of the algorithm, a colon, 32 hex digits. */
export const formatFingerprint = (lanes: HashLanes): string =>
  `rowsum128-3:${lanes.map((lane) => lane.toString(16).padStart(8, '0')).join('')}`;
