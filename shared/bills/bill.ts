import type { TOKEN_KINDS } from '../schemas/reconciliation-input.ts';
import type { Sentence } from '../sentence.ts';
import type {
  AmountCodec,
  BillCodec,
  Grain,
  NonUsageReason,
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
 * any currency sign in brackets: `Subtotal (¤)` is the column `Subtotal ($)`. Wide brackets also mean narrow ones.
 */
export interface BillField<TCodec extends BillCodec = BillCodec> {
  readonly at: readonly string[];
  readonly as: TCodec;
}

/** Values of a column, ignoring case; `*` matches any text. */
interface ColumnWords {
  readonly at: string;
  readonly is: readonly string[];
}

/** Rule for rows that are neither usage nor payments, by one column. Their sum is reported, but it is not a cost. */
export interface NonUsageRule {
  readonly at: string;
  readonly is?: readonly string[];
  /** Values of usage: rows with any other value match the rule, unless `unless` shows that they are usage. */
  readonly isNot?: readonly string[];
  readonly unless?: readonly ColumnWords[];
  /** The column exists and is empty. */
  readonly isBlank?: true;
  readonly reason: NonUsageReason;
}

/** Marks of a downloaded file in which totals follow the rows: beginnings of lines, without the `#---` of a comment. */
export interface BillEnd {
  /** Beginning of the first line after the rows. */
  readonly begins: string;
  /** Beginning of a line that only an unchanged download has. A file with this line but without the end was cut off. */
  readonly downloaded: string;
}

interface BillDescription {
  readonly id: string;
  readonly name: string;
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
  /** Parts of the text that names the kind, in lower case; the first match counts. `none` is not a token kind. */
  readonly kinds: readonly (readonly [has: string, kind: (typeof TOKEN_KINDS)[number] | 'none'])[];
  readonly quantity?: BillField<'quantity' | 'groupedQuantity'>;
  /** Column of the unit; without it, quantities are tokens. */
  readonly unit?: TextField;
  /** Units that mean one token only in this bill, in lower case, in addition to `tokenUnits`. */
  readonly countedAs?: readonly string[];
}

/** Describes one format of a provider's bill: its columns, and how its rows become `upstreamCharges`. */
export interface ChargeBill extends BillDescription {
  readonly ledger: 'upstreamCharges';
  /** Currency of rows that contain none. */
  readonly currency?: string;
  readonly fields: {
    /** Time of the request, or start of the billed time. */
    readonly occurredAt: TimeField;
    /** End of the billed time: exclusive, except for a date without time and for the last second of a minute. */
    readonly endsAt?: TimeField;
    /** Model name that takes precedence over `model`. */
    readonly edition?: TextField;
    readonly model: TextField;
    readonly cost: AmountField;
    /** Credits, usually negative: the charge is `cost` plus `credits`. */
    readonly credits?: BillField<'amounts'>;
    readonly currency?: CurrencyField;
    /** The provider's own id of the request or charge. */
    readonly upstreamId?: TextField;
    /** Flag of cancelled requests. A cancelled request without cost counts as failed. */
    readonly cancelled?: BillField<'flag'>;
  };
  /** Columns, each with the values that mark a row as a failed request. The first column that is not empty counts. */
  readonly failed?: readonly ColumnWords[];
  /**
   * Length of the time that a row without `endsAt` bills: one length for all rows, or a list of columns, each with a
   * length. The first of these columns that the row has determines its length. `stamped` means an hour if the time of
   * the row is a full hour, otherwise a minute.
   */
  readonly grain?: Grain | readonly (readonly [column: string, grain: Grain | 'stamped'])[];
  /** Values of the model column that are not models. Costs of such rows count for a channel, not for a model. */
  readonly namesNoModel?: readonly string[];
  /** Date column that some files lack. Without it, all rows bill the whole period of the run, which must be set. */
  readonly spansPeriod?: string;
  /** Decimals to which each row is rounded on its own. */
  readonly decimals?: number;
  /** Column with money that another provider bills: not a cost here, but its sum is reported. */
  readonly billedElsewhere?: AmountField;
  /** Amounts must be multiplied by a factor that no column contains. The settings of the file must contain the factor. */
  readonly needsFactor?: true;
  readonly tokens?: TokenCounts;
  /** Kind and quantity columns of a bill with one row for each token kind. */
  readonly meter?: Meter;
  /** If an exporter writes a row again with a higher sum: of rows equal in all of `by`, only the highest counts. */
  readonly restated?: {
    /** Keys whose values are equal if an exporter wrote the same row again. */
    readonly by: readonly string[];
    /** Column of exporters that never repeat rows. The rule does not apply to rows with this column. */
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

/** Describes a payment processor's report. All its rows of a transaction become one record of `payments`. */
export interface PaymentBill extends BillDescription {
  readonly ledger: 'payments';
  /** Payment provider of rows that name none. */
  readonly provider?: string;
  /** Currency of rows that contain none. */
  readonly currency?: string;
  readonly fields: {
    readonly provider?: TextField;
    readonly transactionId: TextField;
    /** Id that is used as the transaction id of rows without `transactionId`. */
    readonly ownId?: TextField;
    /** The processor's id of the movement, equal in all of its reports. */
    readonly movementId?: TextField;
    /** `movementId` of another row of the same payment, for rows without `transactionId`. */
    readonly refersTo?: TextField;
    /** Order number of the merchant, which the gateway also has. */
    readonly orderId?: TextField;
    /** Customer id that the gateway sent to the processor. */
    readonly userId?: TextField;
    readonly occurredAt: TimeField;
    /** Type of the movement, which `movements` interprets. */
    readonly movement: TextField;
    readonly amount: AmountField;
    /** Column of money paid out, if `amount` contains only money received. In each row, one of them is 0 or empty. */
    readonly expenditure?: AmountField;
    /** Flag of rows in which money paid out is negative. Also assumed for a whole report if any amount in it is negative. */
    readonly isSigned?: BillField<'flag'>;
    /** Refunded amount in rows of refunds; `amount` if there is no such field. */
    readonly refunded?: AmountField;
    readonly fee?: AmountField;
    /** Refunded amount in the row of the payment itself. */
    readonly returned?: AmountField;
    /** Total that `returned` is a part of, such as the amount with tax. The same share of `amount` counts as refunded. */
    readonly returnedOf?: AmountField;
    readonly currency?: CurrencyField;
  };
  /** Values of the column `movement` and their meaning, each with an optional condition; `*` matches any value. */
  readonly movements: readonly (readonly [
    native: string,
    movement: PaymentMovement,
    where?: MovementCondition,
  ])[];
  /** Condition for payments that were charged back in full. */
  readonly chargedBack?: MovementCondition;
}

/** Description of one bill format of a provider or payment processor. */
export type Bill = ChargeBill | PaymentBill;
