import type { PriceSteps } from '../../schemas/finding-facts.ts';
import type { QUESTIONS } from '../../schemas/lists.ts';
import type { ModelTies } from '../rows/agreeing-models.ts';
import type { Ledger } from '../rows/row.ts';
import type { OutsideRequests } from './outside-other-ledger.ts';

/**
 * Rows of one ledger that carry money, or may carry it, and that nobody could read: what came with the ledgers knows
 * them. Plain JSON.
 */
export interface UnreadSummary {
  readonly rows: number;
  /** How many of each kind, most first; names are those of the export. */
  readonly kinds: readonly (readonly [kind: string, rows: number])[];
  /** What money they state in all, in the report's currency: a plain decimal. */
  readonly amount: string;
}
export type UnreadByLedger = Readonly<Partial<Record<Ledger, UnreadSummary>>>;

/** What keeps the books from a verdict, as only their files show: a question that the operator must answer. Plain JSON. */
export interface OpenQuestion {
  /** The finding that asks it. */
  readonly code: (typeof QUESTIONS)[number];
  readonly ledger: Ledger;
  /** Numbers and texts of the finding's details. */
  readonly counts: Readonly<Record<string, number>>;
  readonly texts?: Readonly<Record<string, string>>;
}

/** How a term of a model's price changed within the period. */
export interface PriceChange extends PriceSteps {
  readonly model: string;
  /** Absent where all groups of customers saw the same. */
  readonly group?: string;
}

/** What is said of a request beside its rows. */
interface RequestFacts {
  /** What it is estimated to cost: a plain decimal. */
  readonly estimate?: string;
  /** Attempts that the gateway's log knows. */
  readonly attempts?: number;
  /** The model that the gateway asked for in place of the one sold. */
  readonly bought?: string;
  /** How long it took: prices are those of its start. */
  readonly seconds?: number;
}

/** By their id, for books small enough to carry them along. */
export type RequestFactsById = Readonly<Record<string, RequestFacts>>;

/** What stands beside the ledgers, and only who has read them knows. Plain JSON. */
export interface InputFacts {
  readonly unread?: UnreadByLedger;
  readonly ties?: ModelTies;
  /** How prices changed within the period, as the log's rows say. */
  readonly priceChanges?: readonly PriceChange[];
  /** Models that the operator says to buy; `*` at the end for any rest. */
  readonly purchasedModels?: readonly string[];
  /** Rows are known to be missing, or their money stands only in words. */
  readonly rowsMissing?: boolean;
  readonly questions?: readonly OpenQuestion[];
  /** No request of the bill is in the log: what it bills is compared by totals, although it names requests. */
  readonly comparesByTotals?: boolean;
  /** Requests of one usage ledger that lie outside the time of the other. */
  readonly outsideRequests?: readonly OutsideRequests[];
  readonly requests?: RequestFactsById;
}
