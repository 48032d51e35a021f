import type { Language } from '../../language.ts';
import { type Decimal, decimal, plain, rounded } from '../../money.ts';
import type { Side } from '../../schemas/lists.ts';
import type { ChargeGroup } from '../groups/charge.ts';
import type { PaymentGroup } from '../groups/payment.ts';
import type { Request } from '../groups/request.ts';
import type { SimpleRequest } from '../groups/simple-request.ts';
import type { Subject, SubjectKind } from '../groups/subject.ts';
import type { Ledger, Row } from '../rows/row.ts';
import type { Context } from '../survey/context.ts';
import type { Maker } from '../tally/accumulators.ts';
import type { Observation, Severity, Verdict } from '../tally/evidence.ts';
import type { Figures } from '../tally/figures.ts';
import type { Purse } from '../tally/shares.ts';
import type { Totals } from '../tally/totals/totals.ts';

/** A finding's evidence, ready for a sentence: decimals are plain text. */
export interface Wording {
  kind: SubjectKind;
  name: string;
  /** Both parts of a name that has two. */
  names: readonly string[];
  severity: Severity;
  currency: string;
  /** The exact amount; "0" where the code has none. */
  amount: string;
  cases: number;
  /** Exact decimals, and texts that say why. */
  amounts: Record<string, string>;
  counts: Record<string, number>;
}

/** What is said about a code in one language. */
export interface Words {
  title: string;
  remedy: string;
  /**
   * Why money is at risk, as a clause of the sentence that answers: of one case and of several where they differ. `#`
   * stands for their number.
   */
  clause: string | readonly [one: string, several: string];
  /** One sentence for a bookkeeper. A text names in braces what it takes: `{name}`, `{amount}`, an amount or a count. */
  message: string | ((finding: Wording) => string);
}

/** What a check says about one of its codes, its words in each language. Documents quote them. */
export interface Code extends Readonly<Record<Language, Words>> {
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
  drawsOn?: Purse;
  /** Its amount is a sum over requests of its model or channel, or of all: findings of theirs explain it. */
  sums?: true;
  /** Its amounts have a sign, and the magnitude of their sum counts; otherwise a sum below 0 counts as 0. */
  signed?: true;
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
  said: Omit<Code, 'about' | 'severities' | 'side'>,
) => ({ about, severities, side, ...said });

/** By text, what it says and what it takes, in turn: there may be a sentence for each row. */
const partsOf = new Map<string, readonly string[]>();

const MANY_DECIMALS = /^-?\d+\.\d{7}\d*$/;
const roundedText = (text: string): string =>
  MANY_DECIMALS.test(text) ? plain(rounded(decimal(text))) : text;

/** A finding whose amounts have no more decimals than people read. */
function roundedWording(finding: Wording): Wording {
  const texts = [finding.amount, ...Object.values(finding.amounts)];
  if (!texts.some((text) => MANY_DECIMALS.test(text))) return finding;
  const amounts = Object.entries(finding.amounts).map(([name, text]) => [name, roundedText(text)]);
  return { ...finding, amount: roundedText(finding.amount), amounts: Object.fromEntries(amounts) };
}

/** The sentence of a finding, with rounded amounts; its details have the exact ones. */
export function sentenceOf({ message }: Words, exact: Wording): string {
  const finding = roundedWording(exact);
  if (typeof message === 'function') return message(finding);
  const parts = partsOf.get(message) ?? message.split(/[{}]/);
  if (!partsOf.has(message)) partsOf.set(message, parts);
  const { amounts, counts } = finding;
  return parts.reduce((said, part, place) => {
    const name = part as keyof Wording;
    return said + (place % 2 === 0 ? part : (finding[name] ?? amounts[name] ?? counts[name]));
  });
}

type Codes = Record<string, Code>;

type KindsOf<TCode extends Code> = TCode['about'] extends readonly (infer TKind extends SubjectKind)[]
  ? TKind
  : Extract<TCode['about'], SubjectKind>;

/** A code about the group at hand may leave its subject out. */
type About<TKind extends SubjectKind, TGroup extends SubjectKind> = [TGroup] extends [TKind]
  ? { subject?: Subject<TKind> }
  : { subject: Subject<TKind> };

/** What a check reports of one code. */
export interface Seen extends Observation {
  subject?: Subject;
  severity?: Severity;
  /** How many observations this one stands for; one where it says nothing. */
  cases?: number;
  /**
   * What the amount may reach together with all that counts before it. Where it says nothing, the amount itself,
   * and nothing of an info.
   */
  upTo?: Decimal | undefined;
}

/** Reports that a code of the check holds. The type knows the check's codes, their severities and subjects. */
type Find<TCodes extends Codes, TGroup extends SubjectKind> = <TCode extends keyof TCodes & string>(
  code: TCode,
  seen: Omit<Seen, 'subject' | 'severity'> &
    About<KindsOf<TCodes[TCode]>, TGroup> & { severity?: TCodes[TCode]['severities'][number] },
) => void;

/** What a check has at hand beside the group that it looks at. */
interface Tools<TCodes extends Codes, TTally, TGroup extends SubjectKind> {
  find: Find<TCodes, TGroup>;
  context: Context;
  /** The check's own tally over the whole ledger; `undefined` unless it declares one. */
  tally: TTally;
}

/** What it has at hand beside the rows of a charge: all requests have been added to the totals. */
interface ChargeTools<TCodes extends Codes, TTally> extends Tools<TCodes, TTally, 'charge' | 'request'> {
  totals: Totals;
}

/** What it has at hand when every group has been seen. */
interface Conclusion<TCodes extends Codes, TTally> extends Tools<TCodes, TTally, 'report'> {
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
  tally?: Maker<TTally>;
  /**
   * Which simple requests it may find something about; `false`: none of them. A check that does not say so sees all.
   * Simple requests that concern no check are shown to `countSimple` in place of `row` and `request`.
   */
  simple?: false | ((request: SimpleRequest) => boolean);
  /** Counts a simple request, as the other methods do. */
  countSimple?(request: SimpleRequest, tools: Pick<Tools<TCodes, TTally, 'request'>, 'tally'>): void;
  /** Every row of every ledger, whatever its standing. */
  row?(row: Row, tools: Tools<TCodes, TTally, 'ledger'>): void;
  /** Every request inside the period. */
  request?(request: Request, tools: Tools<TCodes, TTally, 'request'>): void;
  /**
   * The upstream rows of one upstream id, of whatever request; without one those of a request, or of one content.
   * A single row that names its request is that request's matter alone.
   */
  charge?(charge: ChargeGroup, tools: ChargeTools<TCodes, TTally>): void;
  /** The included rows of one transaction. */
  payment?(payment: PaymentGroup, tools: Tools<TCodes, TTally, 'payment'>): void;
  /** Finds what only the whole shows. @returns its verdicts on findings that groups have shown */
  conclude?(conclusion: Conclusion<TCodes, TTally>): Verdicts<TCodes> | undefined;
}

/** A check as the engine runs it, whichever codes and tally it has. */
// biome-ignore lint/suspicious/noExplicitAny: the tally goes from the check's own maker to its own methods only
export type AnyCheck = Check<any, any>;

/** Gives a check its types: it can find only the codes that it declares. */
export const check = <const TCodes extends Codes, TTally = undefined>(
  definition: Check<TCodes, TTally>,
): Check<TCodes, TTally> => definition;

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const LEDGERS_IN_CHINESE: Readonly<Record<Ledger, string>> = {
  downstreamUsage: '用量账',
  upstreamCharges: '上游账',
  payments: '充值账',
};

/** What a sentence in Chinese calls a ledger. */
export const ledgerInChinese = (ledger: string | undefined): string => LEDGERS_IN_CHINESE[ledger as Ledger];
