import type { Ledgers } from '../rows/ledgers.ts';
import { LEDGERS, type Row } from '../rows/row.ts';
import { beyondOf } from './beyond.ts';
import { addRatio, type Ratios } from './bonus-tiers.ts';
import { type Context, type ContextFacts, contextOf } from './context.ts';
import type { Facts } from './facts.ts';
import { addHeadPrint, addRowPrint, fingerprintText, type Lanes } from './fingerprint.ts';

/** What rows add to the name of the input and to the context of all. */
export interface RowSurvey {
  readonly lanes: Lanes;
  readonly latest: number | undefined;
  readonly ratios: Ratios;
}

/** What only a look at all rows can tell: the context of all groups, and the name of the input. */
export interface Survey {
  context: Context;
  inputFingerprint: string;
}

/** Surveys rows one by one. */
export class RowSurveyor {
  readonly #lanes: Lanes = [0, 0, 0, 0];
  readonly #ratios: Ratios = new Map();
  readonly #currency: string;
  #latest: number | undefined;

  /** @param currency the report's */
  constructor(currency: string) {
    this.#currency = currency;
  }

  add(row: Row): void {
    addRowPrint(this.#lanes, row);
    if (this.#latest === undefined || row.occurredAt > this.#latest) this.#latest = row.occurredAt;
    if (row.ledger === 'payments') addRatio(this.#ratios, row, this.#currency);
  }

  get survey(): RowSurvey {
    return { lanes: [...this.#lanes], latest: this.#latest, ratios: this.#ratios };
  }
}

function surveyRows(ledgers: Ledgers): RowSurvey {
  const surveyor = new RowSurveyor(ledgers.currency);
  for (const ledger of LEDGERS) for (const row of ledgers[ledger]) surveyor.add(row);
  return surveyor.survey;
}

/** The later of two times; either may be unknown. */
export const later = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

/** The survey of all rows, with what the input says beside them. */
export function surveyOf(
  { lanes, latest, ratios }: RowSurvey,
  head: Omit<ContextFacts, 'latest' | 'ratios'>,
): Survey {
  const { currency, start, end, supplied } = head;
  const whole: Lanes = [...lanes];
  addHeadPrint(whole, [currency, `${start}`, `${end}`, ...LEDGERS.map((ledger) => `${supplied[ledger]}`)]);
  return { context: contextOf({ ...head, latest, ratios }), inputFingerprint: fingerprintText(whole) };
}

/** @param facts what stands beside the ledgers */
export function survey(ledgers: Ledgers, facts: Facts = {}): Survey {
  const { currency, start, end, supplied } = ledgers;
  const beyond = beyondOf(ledgers);
  return surveyOf(surveyRows(ledgers), { currency, start, end, supplied, ...facts, beyond });
}
