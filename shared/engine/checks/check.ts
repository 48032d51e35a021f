import type { Decimal } from '../../money/money.ts';
import type { Side } from '../../schemas/lists.ts';
import type { ChargeGroup } from '../entities/charge-group.ts';
import type { PaymentGroup } from '../entities/payment-group.ts';
import type { Request } from '../entities/request.ts';
import type { SimpleRequest } from '../entities/simple-request.ts';
import type { Subject, SubjectKind } from '../entities/subject.ts';
import type { Ledger, Row } from '../rows/row.ts';
import type { Context } from '../survey/context.ts';
import type { Factory } from '../tally/accumulators.ts';
import type { Budget } from '../tally/count-money-once.ts';
import type { Observation, Severity, Verdict } from '../tally/evidence.ts';
import type { Figures } from '../tally/figures.ts';
import type { Totals } from '../tally/totals/totals.ts';

/** A code that a check may report. `<id>.words.ts` contains its texts. */
export interface Code {
  /** Kinds of subjects that its findings may have. */
  about: SubjectKind | readonly SubjectKind[];
  /** Possible severities, the most severe first. The first is the default. */
  severities: readonly Severity[];
  /** Whose money the amount is; null without an amount, or if other findings count this money. */
  side: Side | null;
  /** Budget that the amount is part of: findings that share it count each cent once, in the registry's order. */
  countsAgainst?: Budget;
  /** The amount is a sum over requests, which their own findings explain. */
  isAggregate?: true;
  /** Amounts may be negative, and the absolute value of their sum counts. Otherwise a negative sum counts as 0. */
  isSigned?: true;
  /** Ledger without which the code is never reported. */
  needs?: Exclude<Ledger, 'downstreamUsage'>;
  /** Code that explains all findings of this code: if it is found, they are not listed. */
  explainedBy?: string;
}

/**
 * Defines a code that a check may report. Findings of `code('request', ['critical', 'warning'], 'lost')` are about one
 * request, critical unless reported as warnings, and their amount is money that the operator lost.
 */
export const code = <const TAbout extends Code['about'], const TSeverities extends Code['severities']>(
  about: TAbout,
  severities: TSeverities,
  side: Code['side'],
  options: Omit<Code, 'about' | 'severities' | 'side'> = {},
) => ({ about, severities, side, ...options });

type Codes = Record<string, Code>;

type SubjectKindsOf<TCode extends Code> = TCode['about'] extends readonly (infer TKind extends SubjectKind)[]
  ? TKind
  : Extract<TCode['about'], SubjectKind>;

/** The subject, which may be omitted if the code can be about the request, charge or payment that is examined. */
type SubjectField<TKind extends SubjectKind, TGroup extends SubjectKind> = [TGroup] extends [TKind]
  ? { subject?: Subject<TKind> }
  : { subject: Subject<TKind> };

/** Report of a check about one code. */
export interface FindingInput extends Observation {
  subject?: Subject;
  severity?: Severity;
  /** Number of cases that the report stands for; 1 by default. */
  cases?: number;
  /** Time since when it holds, in epoch milliseconds. Defaults to the time of the current request or payment. */
  since?: number | undefined;
  /** Limit for the sum of this amount and everything counted before it. Defaults to the amount; for an info, to 0. */
  moneyAvailable?: Decimal | undefined;
}

/** Reports a finding. The type allows only the check's own codes, with their severities and subjects. */
type Find<TCodes extends Codes, TGroup extends SubjectKind> = <TCode extends keyof TCodes & string>(
  code: TCode,
  input: Omit<FindingInput, 'subject' | 'severity'> &
    SubjectField<SubjectKindsOf<TCodes[TCode]>, TGroup> & { severity?: TCodes[TCode]['severities'][number] },
) => void;

/** Second argument of a check's functions; the first is the row, request, charge or payment to examine. */
interface CheckTools<TCodes extends Codes, TTally, TGroup extends SubjectKind> {
  find: Find<TCodes, TGroup>;
  context: Context;
  /** The check's own tally over all requests, charges and payments; `undefined` unless the check declares one. */
  tally: TTally;
}

/** Arguments for a charge. All requests are already added to the totals. */
interface ChargeTools<TCodes extends Codes, TTally> extends CheckTools<TCodes, TTally, 'charge' | 'request'> {
  totals: Totals;
}

/** Argument of `conclude`, after all requests, charges and payments. */
interface ConcludeTools<TCodes extends Codes, TTally> extends CheckTools<TCodes, TTally, 'report'> {
  figures: Figures;
}

/** Functions by code that decide the severity of each of its findings when all rows are known. */
type Verdicts<TCodes extends Codes> = Partial<Record<keyof TCodes & string, Verdict>>;

/**
 * A check: its codes, and functions that examine the input. The engine calls `request` for each request, then `charge`,
 * then `payment`, each after `row` for the rows of it, and `conclude` at the end.
 */
export interface Check<TCodes extends Codes, TTally> {
  /** Name of the check, which is also that of its file. */
  id: string;
  /** Codes of the findings that it may report. */
  codes: TCodes;
  /** Creates the sums and counts that the check keeps over all rows. */
  tally?: Factory<TTally>;
  /**
   * Returns whether the check may report about a simple request; `false` if never. Without this field, it may about
   * each. A simple request on which no check may report is passed to `countSimple` instead of `row` and `request`.
   */
  simple?: false | ((request: SimpleRequest) => boolean);
  /** Adds a simple request to the tally, as `row` and `request` would. */
  countSimple?(request: SimpleRequest, tools: Pick<CheckTools<TCodes, TTally, 'request'>, 'tally'>): void;
  /** Examines every row of every ledger, also rows that are left out (outside the period, or in another currency). */
  row?(row: Row, tools: CheckTools<TCodes, TTally, 'ledger'>): void;
  /** Examines every request inside the period. */
  request?(request: Request, tools: CheckTools<TCodes, TTally, 'request'>): void;
  /**
   * Examines rows with one upstream id, also of several requests (see `ChargeGroup`), but no single row of a request.
   */
  charge?(charge: ChargeGroup, tools: ChargeTools<TCodes, TTally>): void;
  /** Examines the included rows of one transaction. */
  payment?(payment: PaymentGroup, tools: CheckTools<TCodes, TTally, 'payment'>): void;
  /** Reports findings that need all rows. Returns functions that decide the severity of findings already reported. */
  conclude?(conclusion: ConcludeTools<TCodes, TTally>): Verdicts<TCodes> | undefined;
}

/** A check with any codes and any tally, as the engine runs it. */
// biome-ignore lint/suspicious/noExplicitAny: the tally goes from the check's own maker to its own methods only
export type AnyCheck = Check<any, any>;

/** Defines a check. The types allow it to report only the codes that it declares. */
export const check = <const TCodes extends Codes, TTally = undefined>(
  definition: Check<TCodes, TTally>,
): Check<TCodes, TTally> => definition;
