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
 * Columns that may contain a field; the first one that is not empty counts. A key with points is a path into objects
 * and JSON texts (`amount.value`), unless the row has a column with exactly this name. `(¤)` at the end stands for
 * any currency sign in brackets: `Subtotal (¤)` is the column `Subtotal ($)`.
 */
export interface BillField<TCodec extends BillCodec = BillCodec> {
  readonly at: readonly string[];
  readonly as: TCodec;
  readonly notes?: string;
}

/** Values of a column, ignoring case; `*` matches any text. */
interface ColumnWords {
  readonly at: string;
  readonly is: readonly string[];
}

/** Rows that are neither usage nor payments, by a column. Their sum is reported, but never charged. */
export interface NonUsageRule {
  readonly at: string;
  readonly is?: readonly string[];
  /** All other values, unless `unless` shows that the row is usage after all. */
  readonly isNot?: readonly string[];
  readonly unless?: readonly ColumnWords[];
  /** The column exists and is empty. */
  readonly isBlank?: true;
  readonly reason: ApartReason;
}

/** How a downloaded file ends: totals follow its rows. Beginnings of records, without the `#---` of a note. */
export interface BillEnd {
  /** Beginning of the first record after the rows. */
  readonly begins: string;
  /** Beginning of a record that only an unchanged download has. A file with it but without the end was cut off. */
  readonly downloaded: string;
}

/** Data that all bills have. */
interface BillDescription {
  readonly id: string;
  readonly name: string;
  /** Name that the provider uses in Chinese. */
  readonly nameInChinese?: string;
  /** Lists of keys; a row with all keys of one list belongs to this bill. */
  readonly signatures: readonly (readonly string[])[];
  /** Key of an array of rows within a row; each becomes a row, with the fields of the outer one. */
  readonly unfold?: string;
  readonly nonUsage?: readonly NonUsageRule[];
  readonly end?: BillEnd;
  /** Facts that the documentation leaves open, and notes for readers. */
  readonly limitations: readonly string[];
}

/** Token counts in separate columns. */
interface TokenCounts {
  readonly input?: CountField;
  readonly output?: CountField;
  readonly cacheRead?: CountField;
  /** Columns that are added. */
  readonly cacheWrites?: readonly CountField[];
  readonly reasoning?: CountField;
  /** Whether the input includes cache reads. `tokens.input` never does. */
  readonly isCacheInInput: boolean;
}

/** Kind and number of the tokens that a row bills. */
interface Meter {
  readonly kind: TextField;
  /** Parts of the text that names the kind, in lower case; the first match counts. `none` is not a kind of tokens. */
  readonly kinds: readonly (readonly [has: string, kind: (typeof TOKEN_KINDS)[number] | 'none'])[];
  readonly quantity?: BillField<'quantity' | 'groupedQuantity'>;
  /** Column of the unit; without it, quantities are tokens. */
  readonly unit?: TextField;
  /** Units that mean one token only in this bill, in lower case, in addition to `tokenUnits`. */
  readonly countedAs?: readonly string[];
}

/** A bill of a provider, for `upstreamCharges`. */
export interface ChargeBill extends BillDescription {
  readonly ledger: 'upstreamCharges';
  /** Currency if rows name none. */
  readonly currency?: string;
  readonly fields: {
    readonly occurredAt: TimeField;
    /** End of the billed time: exclusive, except for a date without time and for the last second of a minute. */
    readonly endsAt?: TimeField;
    /** Name of the model that takes precedence over `model`. */
    readonly edition?: TextField;
    readonly model: TextField;
    readonly cost: AmountField;
    /** Credit on the cost, with the sign that makes their sum the net. */
    readonly credits?: BillField<'amounts'>;
    readonly currency?: CurrencyField;
    readonly upstreamId?: TextField;
    /** Flag of cancelled requests. Without cost they count as failed. */
    readonly cancelled?: BillField<'flag'>;
  };
  /** Values of failed requests; the first column that is not empty counts. */
  readonly failed?: readonly ColumnWords[];
  /**
   * Length of the billed time without `endsAt`, by the first of these columns that a row has. `stamped` is an hour at
   * a full hour, otherwise a minute.
   */
  readonly grain?: Grain | readonly (readonly [column: string, grain: Grain | 'stamped'])[];
  /** Names in the model column that are not models: their cost is known only by channel. */
  readonly namesNoModel?: readonly string[];
  /** Column without which a file covers one span: the period of the run, which must be set. */
  readonly spansPeriod?: string;
  /** Decimals to which each row is rounded on its own. */
  readonly decimals?: number;
  /** Column with money that another provider bills: not a cost here, but its sum is reported. */
  readonly billedElsewhere?: AmountField;
  /** Whether amounts lack a multiplier that no column contains: the settings must contain it as factor of the file. */
  readonly needsFactor?: true;
  readonly tokens?: TokenCounts;
  readonly meter?: Meter;
  /**
   * Rows whose sum may be exported again, higher. Rows with equal values in all keys of `by` are states of one row;
   * the highest is the newest.
   */
  readonly restated?: {
    readonly by: readonly string[];
    /** Column of exporters that do not repeat rows. */
    readonly unless: string;
  };
}

/** A report of counted tokens without money, which explains why a bill of the same models differs from the log. */
export interface UsageBill extends BillDescription {
  readonly ledger: 'usage';
  readonly fields: { readonly occurredAt: TimeField; readonly model: TextField };
  readonly tokens?: TokenCounts;
  readonly meter?: Meter;
  /** Why such rows are refused without a bill, and what to send. */
  readonly sentence: Sentence;
}

/** A condition on another column: the beginning of its text, or whether it is empty. */
export type MovementCondition = { readonly at: string } & (
  | { readonly begins: string }
  | { readonly isEmpty: true }
);

/** A report of money movements, for `payments`. All movements of a transaction become one payment. */
export interface PaymentBill extends BillDescription {
  readonly ledger: 'payments';
  /** Payment provider if no field names it. */
  readonly provider?: string;
  readonly currency?: string;
  readonly fields: {
    readonly provider?: TextField;
    readonly transactionId: TextField;
    /** Id of the movement if it does not name its transaction. */
    readonly ownId?: TextField;
    /** Id of the movement in every report of its processor. */
    readonly movementId?: TextField;
    /** The `movementId` of a row of the same payment, for rows that do not name their transaction. */
    readonly refersTo?: TextField;
    /** Order number of the merchant, which the gateway also has. */
    readonly orderId?: TextField;
    /** Customer id that the gateway sent to the processor. */
    readonly userId?: TextField;
    readonly occurredAt: TimeField;
    readonly movement: TextField;
    readonly amount: AmountField;
    /** Column of expenditure if `amount` is the column of income; one of them is 0. */
    readonly expenditure?: AmountField;
    /** Flag of rows whose amount is negative for expenditure; without it, the other rows of the report show this. */
    readonly isSigned?: BillField<'flag'>;
    /** Amount that a refund returned; without it, its amount. */
    readonly refunded?: AmountField;
    readonly fee?: AmountField;
    /** Refund that the payment's own row contains. */
    readonly returned?: AmountField;
    /** Total that `returned` is a part of, if it is not the amount: the same share of the amount was returned. */
    readonly returnedOf?: AmountField;
    readonly currency?: CurrencyField;
  };
  readonly movements: readonly (readonly [
    native: string,
    movement: PaymentMovement,
    where?: MovementCondition,
  ])[];
  /** Statuses of payments that were charged back in full. */
  readonly chargedBack?: MovementCondition;
}

/** Description of one bill format of a provider or payment processor. */
export type Bill = ChargeBill | PaymentBill;
