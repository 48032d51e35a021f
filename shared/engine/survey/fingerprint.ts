import { exactText } from '../../money.ts';
import {
  PAYMENT_STATUSES,
  TOKEN_KINDS,
  type Tokens,
  USAGE_STATUSES,
} from '../../schemas/reconciliation-input.ts';
import type { Ledger, Row } from '../rows/row.ts';

/** Four 32-bit words. Sums of them name a set of rows whatever their order, and keep count of equal rows. */
export type Lanes = [number, number, number, number];

const SEEDS: Lanes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
const FACTORS: Lanes = [0x2c1b3c6d, 0x297a2d39, 0x165667b1, 0x1b873593];
const [K1, K2, K3, K4] = FACTORS;
const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/**
 * Mixes the words of one row into 128 bits: four lanes, each fed every word, multiplied and shifted by factors of
 * its own, and mixed with each other in the end. It names inputs and guards nothing; hashing each row's canonical
 * JSON with sha256 would take longer than all checks together.
 */
class Mixer {
  #a = SEEDS[0];
  #b = SEEDS[1];
  #c = SEEDS[2];
  #d = SEEDS[3];

  word(word: number): void {
    this.#a = Math.imul(this.#a ^ (this.#a >>> 15) ^ word, K1);
    this.#b = Math.imul(this.#b ^ (this.#b >>> 13) ^ word, K2);
    this.#c = Math.imul(this.#c ^ (this.#c >>> 16) ^ word, K3);
    this.#d = Math.imul(this.#d ^ (this.#d >>> 14) ^ word, K4);
  }

  /** A text with its length, so that no two rows share one sequence of words; absent differs from any text. */
  text(text: string | undefined): void {
    const length = text === undefined ? -1 : text.length;
    this.word(length);
    if (text === undefined) return;
    let a = this.#a;
    let b = this.#b;
    let c = this.#c;
    let d = this.#d;
    for (let i = 0; i < length; i += 2) {
      const word = text.charCodeAt(i) | (i + 1 < length ? text.charCodeAt(i + 1) << 16 : 0);
      a = Math.imul(a ^ (a >>> 15) ^ word, K1);
      b = Math.imul(b ^ (b >>> 13) ^ word, K2);
      c = Math.imul(c ^ (c >>> 16) ^ word, K3);
      d = Math.imul(d ^ (d >>> 14) ^ word, K4);
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
  }

  amount(amount: string | number | undefined): void {
    this.text(amount === undefined ? undefined : exactText(amount));
  }

  number(value: number | undefined): void {
    float[0] = value === undefined ? Number.NaN : value + 0;
    this.word(words[0] as number);
    this.word(words[1] as number);
  }

  /** Adds what was mixed to `into`, each lane modulo 2^32, and starts anew. */
  flush(into: Lanes): void {
    for (let round = 0; round < 4; round++) {
      this.word(this.#d ^ (this.#a >>> 11));
      this.word(this.#b ^ (this.#c >>> 17));
    }
    into[0] = (into[0] + this.#a) >>> 0;
    into[1] = (into[1] + this.#b) >>> 0;
    into[2] = (into[2] + this.#c) >>> 0;
    into[3] = (into[3] + this.#d) >>> 0;
    this.#a = SEEDS[0];
    this.#b = SEEDS[1];
    this.#c = SEEDS[2];
    this.#d = SEEDS[3];
  }
}

const mixer = new Mixer();

const LEDGER_WORDS: Record<Ledger, number> = { downstreamUsage: 1, upstreamCharges: 2, payments: 3 };

function mixTokens(tokens: Tokens | undefined): void {
  mixer.word(tokens === undefined ? 0 : 1);
  if (tokens) for (const kind of TOKEN_KINDS) mixer.number(tokens[kind]);
}

/** Adds one row: all its fields, instants and decimals in their one canonical form. */
export function addRowPrint(into: Lanes, row: Row): void {
  mixer.word(LEDGER_WORDS[row.ledger]);
  mixer.number(row.occurredAt);
  mixer.word(
    PAYMENT_STATUSES.indexOf(row.status as 'failed') * 8 + USAGE_STATUSES.indexOf(row.status as 'failed'),
  );
  mixer.text(row.currency);
  mixer.text(row.userId);
  if (row.ledger === 'payments') {
    const { amount, feeAmount, refundAmount, creditedAmount } = row.record;
    mixer.text(row.transactionId);
    mixer.text(row.provider);
    for (const money of [amount, feeAmount, refundAmount, creditedAmount]) mixer.amount(money);
  } else {
    const { record: usage } = row;
    mixer.text(row.requestId);
    mixer.text(row.upstreamId);
    mixer.text(row.tokenId);
    mixer.text(row.model);
    mixer.text(row.channelId);
    mixer.amount('chargedAmount' in usage ? usage.chargedAmount : usage.costAmount);
    mixer.amount(usage.refundAmount);
    mixer.amount('expectedCharge' in usage ? usage.expectedCharge : undefined);
    mixTokens(row.tokens);
  }
  mixer.flush(into);
}

/** Adds what the input says beside its rows: report currency, period, ledgers supplied. */
export function addHeadPrint(into: Lanes, texts: readonly string[]): void {
  for (const text of texts) mixer.text(text);
  mixer.flush(into);
}

/** The fingerprint as it is printed: the algorithm's name, then 32 hex digits. */
export const fingerprintText = (lanes: Lanes): string =>
  `rowsum128:${lanes.map((lane) => lane.toString(16).padStart(8, '0')).join('')}`;
