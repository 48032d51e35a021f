import type { TOKEN_KINDS } from '../schemas/reconciliation-input.ts';
import type { Sentence } from '../sentence.ts';
import type {
  AmountCodec,
  ApartReason,
  BillCodec,
  Grain,
  PaymentMovement,
  TextCodec,
  TimeCodec,
} from './vocabulary.ts';

type AmountField = BillField<AmountCodec>;
type TimeField = BillField<TimeCodec>;
type TextField = BillField<TextCodec>;
type CurrencyField = BillField<'currency' | 'signInHead'>;
type CountField = BillField<'count'>;

/**
 * Where a field stands in a row: the first key that holds something counts. A key with points is a path into
 * objects and into texts of objects (`amount.value`), unless the row has a column of that very name. `(¤)` at the end of a key
 * is any sign of a currency in brackets: `Subtotal (¤)` is the column `Subtotal ($)`.
 */
export interface BillField<TCodec extends BillCodec = BillCodec> {
  readonly at: readonly string[];
  readonly as: TCodec;
  readonly notes?: string;
}

/** Words of a column, without case; `*` is any text. */
interface ColumnWords {
  readonly at: string;
  readonly is: readonly string[];
}

/** Rows that are neither usage nor payments, by what a column says. They are counted with their sum, never charged. */
export interface NonUsageRule {
  readonly at: string;
  readonly is?: readonly string[];
  /** Everything but these; where no other column says that the row is usage all the same. */
  readonly isNot?: readonly string[];
  readonly unless?: readonly ColumnWords[];
  /** The column is there and holds nothing. */
  readonly isBlank?: true;
  readonly reason: ApartReason;
}

/** How a file ends as it was downloaded: after its rows stand totals. Beginnings of records, without the `#---` of a note. */
export interface BillEnd {
  /** The first record behind the rows. */
  readonly begins: string;
  /** What only a record shows that stands as it was downloaded. A file that has it, and not the end, was cut off. */
  readonly downloaded: string;
}

interface BillDescription {
  readonly id: string;
  readonly name: string;
  /** What its provider calls it in Chinese, where it does. */
  readonly nameInChinese?: string;
  /** A row is of this bill if it has all keys of one of these lists, whatever they hold. */
  readonly signatures: readonly (readonly string[])[];
  /** The array of a row that holds rows: each becomes a row of its own, which keeps what stands around it. */
  readonly unfold?: string;
  readonly nonUsage?: readonly NonUsageRule[];
  readonly end?: BillEnd;
  /** What the provider’s documentation leaves open, and what a reader should know. */
  readonly limitations: readonly string[];
}

/** Counts of tokens in columns of their own. */
interface TokenCounts {
  readonly input?: CountField;
  readonly output?: CountField;
  readonly cacheRead?: CountField;
  /** All of them together. */
  readonly cacheWrites?: readonly CountField[];
  readonly reasoning?: CountField;
  /** Whether input contains what was read from a cache. `tokens.input` never does. */
  readonly isCacheInInput: boolean;
}

/** The one kind of tokens that a row is about, and how many it counts. */
interface Meter {
  readonly kind: TextField;
  /** What the text that names the kind holds, in lower case; the first that fits counts. None is of no kind. */
  readonly kinds: readonly (readonly [has: string, kind: (typeof TOKEN_KINDS)[number] | 'none'])[];
  readonly quantity?: BillField<'quantity' | 'groupedQuantity'>;
  /** Where there is none, a quantity is one of tokens. */
  readonly unit?: TextField;
  /** Units that are one token in this bill alone, beside `tokenUnits`; in lower case. */
  readonly countedAs?: readonly string[];
}

/** What a provider bills, for `upstreamCharges`. */
export interface ChargeBill extends BillDescription {
  readonly ledger: 'upstreamCharges';
  /** Where no row names it. */
  readonly currency?: string;
  readonly fields: {
    readonly occurredAt: TimeField;
    /** When that ends which the row bills: exclusive, but for a date alone and for the last second of a minute. */
    readonly endsAt?: TimeField;
    /** A name of the model that goes before `model`. */
    readonly edition?: TextField;
    readonly model: TextField;
    readonly cost: AmountField;
    /** What the row grants on its cost, with the sign that makes both the net. */
    readonly credits?: BillField<'amounts'>;
    readonly currency?: CurrencyField;
    readonly upstreamId?: TextField;
    /** A flag of requests that were broken off. Without cost they failed. */
    readonly cancelled?: BillField<'flag'>;
  };
  /** Words of requests that failed; the first column that says something counts. */
  readonly failed?: readonly ColumnWords[];
  /** How long the time is that a row bills, where no `endsAt` says it; by the first of these columns that a row has. `stamped` is an hour at a full hour, else a minute. */
  readonly grain?: Grain | readonly (readonly [column: string, grain: Grain | 'stamped'])[];
  /** Names in place of a model that are none: their cost is known of a channel alone. */
  readonly namesNoModel?: readonly string[];
  /** A file without this column holds one span: the period of the run, which must be stated. */
  readonly spansPeriod?: string;
  /** Decimals to which each row is rounded by itself. */
  readonly decimals?: number;
  /** A column with money that another provider bills: no cost here; its sum is told. */
  readonly billedElsewhere?: AmountField;
  /** Amounts stand before a multiplier that no column states: the settings must state it as the factor of the file. */
  readonly needsFactor?: true;
  readonly tokens?: TokenCounts;
  readonly meter?: Meter;
  /** A sum that grows may come again: rows that agree in all of `by` are states of one thing, and the highest is the newest. */
  readonly restated?: {
    readonly by: readonly string[];
    /** Not of an exporter that has this column. */
    readonly unless: string;
  };
}

/**
 * What a provider counts and does not bill: tokens without money of their own, which tell why a bill of the same models
 * differs from the log.
 */
export interface UsageBill extends BillDescription {
  readonly ledger: 'usage';
  readonly fields: { readonly occurredAt: TimeField; readonly model: TextField };
  readonly tokens?: TokenCounts;
  readonly meter?: Meter;
  /** Why such rows alone are refused, and what to send. */
  readonly sentence: Sentence;
}

/** A condition on another column: the beginning of its text, or whether it is empty. */
export type MovementCondition = { readonly at: string } & (
  | { readonly begins: string }
  | { readonly isEmpty: true }
);

/** A report of money movements, for `payments`. All movements of one transaction become one payment. */
export interface PaymentBill extends BillDescription {
  readonly ledger: 'payments';
  /** Where no field names it. */
  readonly provider?: string;
  readonly currency?: string;
  readonly fields: {
    readonly provider?: TextField;
    readonly transactionId: TextField;
    /** What names the movement where it does not name its transaction. */
    readonly ownId?: TextField;
    /** What names the movement in every report of its processor. */
    readonly movementId?: TextField;
    /** The `movementId` of a row of the same payment, for rows that do not name their transaction. */
    readonly refersTo?: TextField;
    /** The merchant's own number of the order, which the gateway knows, too. */
    readonly orderId?: TextField;
    /** The customer, as the gateway has told the processor. */
    readonly userId?: TextField;
    readonly occurredAt: TimeField;
    readonly movement: TextField;
    readonly amount: AmountField;
    /** Column of expenditure, where `amount` is the column of income; one of them is 0. */
    readonly expenditure?: AmountField;
    /** Flag of rows whose amount is below 0 where it is expenditure; otherwise the report's other rows show that. */
    readonly isSigned?: BillField<'flag'>;
    /** What a refund gave back; else its amount. */
    readonly refunded?: AmountField;
    readonly fee?: AmountField;
    /** What the row of the payment itself says was given back. */
    readonly returned?: AmountField;
    /** The whole that `returned` is a part of, where that is not the amount: the same share of the amount came back. */
    readonly returnedOf?: AmountField;
    readonly currency?: CurrencyField;
  };
  readonly movements: readonly (readonly [
    native: string,
    movement: PaymentMovement,
    where?: MovementCondition,
  ])[];
  /** Payments that were charged back as a whole. */
  readonly chargedBack?: MovementCondition;
}

export type Bill = ChargeBill | PaymentBill;
