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

/** One code that a check may find. Its words are in the file `<id>.words.ts` beside the check. */
export interface Code {
  /** What its findings are about, one kind or several. */
  about: SubjectKind | readonly SubjectKind[];
  /** The severities it can have, gravest first; the first is meant where an observation names none. */
  severities: readonly Severity[];
  /** Whose money its amount is; null where it has none, or only shows what other findings count. */
  side: Side | null;
  /**
   * What its amount is a part of. Of findings of one request that draw on the same, each counts what those before it
   * leave, in the order of the registry.
   */
  countsAgainst?: Budget;
  /** Its amount is a sum over requests of its model or channel, or of all: findings of theirs explain it. */
  isAggregate?: true;
  /** Its amounts have a sign, and the magnitude of their sum counts; otherwise a sum below 0 counts as 0. */
  isSigned?: true;
  /** A ledger without which nothing can be said. */
  needs?: Exclude<Ledger, 'downstreamUsage'>;
  /** A code that explains all findings of this one: where it is found, they are not listed. */
  explainedBy?: string;
}

/** A code as a row of a table begins: what it is about, how grave it is, whose money it is. */
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

/** A code about the group at hand may leave its subject out. */
type SubjectField<TKind extends SubjectKind, TGroup extends SubjectKind> = [TGroup] extends [TKind]
  ? { subject?: Subject<TKind> }
  : { subject: Subject<TKind> };

/** What a check reports of one code. */
export interface FindingInput extends Observation {
  subject?: Subject;
  severity?: Severity;
  /** How many observations this one stands for; one where it says nothing. */
  cases?: number;
  /**
   * What the amount may reach together with all that counts before it. Where it says nothing, the amount itself,
   * and nothing of an info.
   */
  moneyAvailable?: Decimal | undefined;
}

/** Reports that a code of the check holds. The type knows the check's codes, their severities and subjects. */
type Find<TCodes extends Codes, TGroup extends SubjectKind> = <TCode extends keyof TCodes & string>(
  code: TCode,
  seen: Omit<FindingInput, 'subject' | 'severity'> &
    SubjectField<SubjectKindsOf<TCodes[TCode]>, TGroup> & { severity?: TCodes[TCode]['severities'][number] },
) => void;

/** What a check has at hand beside the group that it looks at. */
interface CheckTools<TCodes extends Codes, TTally, TGroup extends SubjectKind> {
  find: Find<TCodes, TGroup>;
  context: Context;
  /** The check's own tally over the whole ledger; `undefined` unless it declares one. */
  tally: TTally;
}

/** What it has at hand beside the rows of a charge: all requests have been added to the totals. */
interface ChargeTools<TCodes extends Codes, TTally> extends CheckTools<TCodes, TTally, 'charge' | 'request'> {
  totals: Totals;
}

/** What it has at hand when every group has been seen. */
interface ConcludeTools<TCodes extends Codes, TTally> extends CheckTools<TCodes, TTally, 'report'> {
  figures: Figures;
}

/** The verdicts of a check on each finding of some of its codes. */
type Verdicts<TCodes extends Codes> = Partial<Record<keyof TCodes & string, Verdict>>;

/**
 * One check: its invariant as one sentence, the codes it may find, and what it looks at. Each method is called once
 * per row, request, charge or payment of its kind: all requests come first, then charges, then payments, each in no
 * particular order. `conclude` is called once, after all.
 */
export interface Check<TCodes extends Codes, TTally> {
  id: string;
  invariant: string;
  codes: TCodes;
  tally?: Factory<TTally>;
  /**
   * Which simple requests it may find something about; `false`: none of them. A check that does not say so sees all.
   * Simple requests that concern no check are shown to `countSimple` in place of `row` and `request`.
   */
  simple?: false | ((request: SimpleRequest) => boolean);
  /** Counts a simple request, as the other methods do. */
  countSimple?(request: SimpleRequest, tools: Pick<CheckTools<TCodes, TTally, 'request'>, 'tally'>): void;
  /** Every row of every ledger, whatever its standing. */
  row?(row: Row, tools: CheckTools<TCodes, TTally, 'ledger'>): void;
  /** Every request inside the period. */
  request?(request: Request, tools: CheckTools<TCodes, TTally, 'request'>): void;
  /**
   * The upstream rows of one upstream id, of whatever request; without one those of a request, or of one content.
   * A single row that names its request is that request's matter alone.
   */
  charge?(charge: ChargeGroup, tools: ChargeTools<TCodes, TTally>): void;
  /** The included rows of one transaction. */
  payment?(payment: PaymentGroup, tools: CheckTools<TCodes, TTally, 'payment'>): void;
  /** Finds what only the whole shows. @returns its verdicts on findings that groups have shown */
  conclude?(conclusion: ConcludeTools<TCodes, TTally>): Verdicts<TCodes> | undefined;
}

/** A check as the engine runs it, whichever codes and tally it has. */
// biome-ignore lint/suspicious/noExplicitAny: the tally goes from the check's own maker to its own methods only
export type AnyCheck = Check<any, any>;

/** Gives a check its types: it can find only the codes that it declares. */
export const check = <const TCodes extends Codes, TTally = undefined>(
  definition: Check<TCodes, TTally>,
): Check<TCodes, TTally> => definition;
