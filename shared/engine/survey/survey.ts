import type { Ledgers } from '../rows/ledgers.ts';
import { LEDGERS, type Row } from '../rows/row.ts';
import { addRatio, type CreditRatios } from './bonus-tiers.ts';
import { buildContext, type Context, type ContextFacts } from './context.ts';
import { addInputHash, addRowHash, formatFingerprint, type HashLanes } from './fingerprint.ts';
import type { InputFacts } from './input-facts.ts';
import { surveyOutsideRequests } from './outside-other-ledger.ts';

/** What rows add to the name of the input and to the context of all. */
export interface RowSurvey {
  readonly lanes: HashLanes;
  readonly latest: number | undefined;
  readonly ratios: CreditRatios;
}

/** What only a look at all rows can tell: the context of all groups, and the name of the input. */
export interface Survey {
  context: Context;
  inputFingerprint: string;
}

/** Surveys rows one by one. */
export class RowSurveyor {
  readonly #lanes: HashLanes = [0, 0, 0, 0];
  readonly #ratios: CreditRatios = new Map();
  readonly #currency: string;
  #latest: number | undefined;

  /** @param currency the report's */
  constructor(currency: string) {
    this.#currency = currency;
  }

  add(row: Row): void {
    addRowHash(this.#lanes, row);
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
export const laterTime = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

/** The survey of all rows, with what the input says beside them. */
export function completeSurvey(
  { lanes, latest, ratios }: RowSurvey,
  head: Omit<ContextFacts, 'latest' | 'ratios'>,
): Survey {
  const { currency, start, end, supplied } = head;
  const whole: HashLanes = [...lanes];
  addInputHash(whole, [currency, `${start}`, `${end}`, ...LEDGERS.map((ledger) => `${supplied[ledger]}`)]);
  return { context: buildContext({ ...head, latest, ratios }), inputFingerprint: formatFingerprint(whole) };
}

/** @param facts what stands beside the ledgers */
export function surveyLedgers(ledgers: Ledgers, facts: InputFacts = {}): Survey {
  const { currency, start, end, supplied } = ledgers;
  const outsideRequests = surveyOutsideRequests(ledgers);
  return completeSurvey(surveyRows(ledgers), { currency, start, end, supplied, ...facts, outsideRequests });
}
