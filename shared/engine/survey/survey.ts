import type { Ledgers } from '../rows/ledgers.ts';
import { LEDGERS, type Row } from '../rows/row.ts';
import { addCreditRatio, type CreditRatios } from './bonus-tiers.ts';
import type { InputFacts } from './context.ts';
import { buildContext, type Context, type InputHead } from './context.ts';
import { addInputHash, addRowHash, formatFingerprint, type HashLanes } from './fingerprint.ts';
import { findOutsideRequestsInRows } from './outside-other-ledger.ts';

/** Sums over all rows that the fingerprint and the context need. */
export interface RowSurvey {
  readonly lanes: HashLanes;
  readonly latest: number | undefined;
  readonly ratios: CreditRatios;
}

/** Facts that need all rows. */
export interface Survey {
  context: Context;
  inputFingerprint: string;
}

/** Sums what fingerprint and context need of rows: hashes, the latest time, and ratios of credit to amount. */
export class RowSurveyor {
  readonly #lanes: HashLanes = [0, 0, 0, 0];
  readonly #ratios: CreditRatios = new Map();
  readonly #currency: string;
  #latest: number | undefined;

  /** @param currency currency of the report */
  constructor(currency: string) {
    this.#currency = currency;
  }

  /** Adds a row of any ledger. */
  add(row: Row): void {
    addRowHash(this.#lanes, row);
    this.#latest = laterTime(this.#latest, row.occurredAt);
    if (row.ledger === 'payments') addCreditRatio(this.#ratios, row, this.#currency);
  }

  /** Sums over all rows so far. */
  get survey(): RowSurvey {
    return { lanes: [...this.#lanes], latest: this.#latest, ratios: this.#ratios };
  }
}

/** Returns the later of two times. If one is `undefined`, returns the other. */
export const laterTime = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

/** Builds context and fingerprint from the result of a `RowSurveyor`; `head` are other properties of the input. */
export function buildSurvey(rows: RowSurvey, head: InputHead): Survey {
  const { currency, start, end, supplied } = head;
  const lanesOfInput: HashLanes = [...rows.lanes];
  const isSupplied = LEDGERS.map((ledger) => `${supplied[ledger]}`);
  addInputHash(lanesOfInput, [currency, `${start}`, `${end}`, ...isSupplied]);
  const inputFingerprint = formatFingerprint(lanesOfInput);
  return { context: buildContext(head, rows), inputFingerprint };
}

/** Builds context and fingerprint of an input from its rows, also by request; `facts` are what they do not contain. */
export function surveyLedgers(
  ledgers: Ledgers,
  requests: Parameters<typeof findOutsideRequestsInRows>[0],
  facts: InputFacts = {},
): Survey {
  const { currency, start, end, supplied } = ledgers;
  const surveyor = new RowSurveyor(currency);
  for (const ledger of LEDGERS) for (const row of ledgers[ledger]) surveyor.add(row);
  const outsideRequests = findOutsideRequestsInRows(requests, ledgers);
  return buildSurvey(surveyor.survey, { currency, start, end, supplied, ...facts, outsideRequests });
}
