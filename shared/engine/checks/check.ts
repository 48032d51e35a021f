import type { ChargeGroup } from '../groups/charge.ts';
import type { PaymentGroup } from '../groups/payment.ts';
import type { Request } from '../groups/request.ts';
import type { Ledger, Row } from '../rows/row.ts';
import type { Context } from '../survey/context.ts';
import type { Observation, Severity } from '../tally/evidence.ts';
import type { Figures } from '../tally/figures.ts';
import type { Part } from '../tally/monoid.ts';

/** A finding's evidence, ready for a sentence: decimals are plain text. */
export interface Worded {
  subject: string;
  severity: Severity;
  currency: string;
  /** The exact amount; "0" where the code has none. */
  amount: string;
  cases: number;
  figures: Record<string, string>;
  counts: Record<string, number>;
  requestIds: readonly string[];
  upstreamIds: readonly string[];
  transactionIds: readonly string[];
}

/** What a check says about one of its codes. Documents quote these words. */
export interface Code {
  /** The severities it can have, gravest first; the first is meant where an observation names none. */
  severities: readonly Severity[];
  title: string;
  remedy: string;
  /** Its amounts have a sign, and the magnitude of their sum counts; otherwise a sum below 0 counts as 0. */
  signed?: true;
  /** A ledger without which nothing can be said. */
  needs?: Exclude<Ledger, 'downstreamUsage'>;
  /** A code that explains all findings of this one: where it is found, they are not listed. */
  explainedBy?: string;
  /** One sentence for a bookkeeper: the ids and the exact decimals. */
  message(finding: Worded): string;
}
type Codes = Record<string, Code>;

/** Reports that a code of the check holds. The type knows the check's own codes, and each code's severities. */
type Find<TCodes extends Codes = Codes> = <TCode extends keyof TCodes & string>(
  code: TCode,
  seen: Observation & { severity?: TCodes[TCode]['severities'][number] },
) => void;

/** What a check has at hand beside the group it looks at. */
interface Bench<TCodes extends Codes, TTally> {
  find: Find<TCodes>;
  context: Context;
  /** The check's own tally over the whole ledger; `undefined` unless it declares one. */
  tally: TTally;
}

/** What is known when every group has been seen. */
interface Conclusion<TCodes extends Codes, TTally> extends Bench<TCodes, TTally> {
  figures: Figures;
}

/**
 * One check: its invariant as one sentence, the codes it may find, and what it looks at. Each method is called
 * once per row, request, charge or payment of its kind, in no particular order and perhaps on another machine;
 * `conclude` once, after all.
 */
export interface Check<TCodes extends Codes, TTally> {
  id: string;
  invariant: string;
  codes: TCodes;
  tally?: Part<TTally>;
  /** Every row of every ledger, whatever its standing. */
  row?(row: Row, bench: Bench<TCodes, TTally>): void;
  /** Every request inside the period. */
  request?(request: Request, bench: Bench<TCodes, TTally>): void;
  /** The upstream rows of one upstream id, of whatever request. */
  charge?(charge: ChargeGroup, bench: Bench<TCodes, TTally>): void;
  /** The included rows of one transaction. */
  payment?(payment: PaymentGroup, bench: Bench<TCodes, TTally>): void;
  conclude?(conclusion: Conclusion<TCodes, TTally>): void;
}

/** A check as the engine runs it, whichever codes and tally it has. */
// biome-ignore lint/suspicious/noExplicitAny: the tally goes from the check's own part to its own methods only
export type AnyCheck = Check<any, any>;

/** Gives a check its types: it can find only the codes that it declares. */
export const check = <const TCodes extends Codes, TTally = undefined>(
  definition: Check<TCodes, TTally>,
): Check<TCodes, TTally> => definition;

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
