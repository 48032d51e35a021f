import type { PriceSteps } from '../../schemas/finding-facts.ts';
import type { QUESTIONS } from '../../schemas/lists.ts';
import type { ModelTies } from '../rows/agreeing-models.ts';
import type { Ledger } from '../rows/row.ts';
import type { OutsideRequests } from './outside-other-ledger.ts';

/** Rows of one ledger that could not be read although they have money or may have money. Plain JSON. */
export interface UnreadSummary {
  /** Number of these rows. */
  readonly rows: number;
  /** Rows by kind as the export names it, the most frequent first. */
  readonly kinds: readonly (readonly [kind: string, rows: number])[];
  /** Sum of the money of these rows in the report's currency, as a plain decimal. */
  readonly amount: string;
}
/** Unread rows by ledger. */
export type UnreadByLedger = Readonly<Partial<Record<Ledger, UnreadSummary>>>;

/** A question to the operator that must be answered before amounts can be judged. Only files show it. Plain JSON. */
export interface OpenQuestion {
  /** Code of the finding that asks it. */
  readonly code: (typeof QUESTIONS)[number];
  readonly ledger: Ledger;
  /** Numbers for the details of the finding. */
  readonly counts: Readonly<Record<string, number>>;
  readonly texts?: Readonly<Record<string, string>>;
}

/** Change of a term of a model's price within the period. */
export interface PriceChange extends PriceSteps {
  readonly model: string;
  /** Absent if all customer groups have the same price. */
  readonly group?: string;
}

/** Facts about the input that only the reader of its files knows. Plain JSON. */
export interface InputFacts {
  readonly unread?: UnreadByLedger;
  readonly ties?: ModelTies;
  /** Price changes within the period, from the log. */
  readonly priceChanges?: readonly PriceChange[];
  /** Models that the operator buys, from the settings; `*` matches any text. */
  readonly purchasedModels?: readonly string[];
  /** Whether rows are missing, or their money is only in texts. */
  readonly rowsMissing?: boolean;
  /** Zone of the report's days and hours. */
  readonly timeZone?: string;
  readonly questions?: readonly OpenQuestion[];
  /** Whether the bill is compared by totals although it has request ids, because none of them is in the log. */
  readonly comparesByTotals?: boolean;
  /** Requests dated outside the time of the other usage ledger. */
  readonly outsideRequests?: readonly OutsideRequests[];
}
