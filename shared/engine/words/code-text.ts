import type { Language } from '../../language.ts';
import { roundTextForDisplay } from '../../money/money.ts';
import type { Reasons } from '../../schemas/finding-facts.ts';
import type { SubjectKind } from '../entities/subject.ts';
import type { Ledger } from '../rows/row.ts';
import type { Severity } from '../tally/evidence.ts';

/** Values of a finding for its sentence. Decimals are plain text. */
export interface Wording {
  kind: SubjectKind;
  name: string;
  /** Both parts of a name that consists of two. */
  names: readonly string[];
  severity: Severity;
  currency: string;
  /** Exact amount; "0" if the code has none. */
  amount: string;
  cases: number;
  /** Exact decimals by name. */
  amounts: Record<string, string>;
  counts: Record<string, number>;
  reasons?: Reasons | undefined;
}

/** Sentences about one code, in one language. */
export interface CodeText {
  title: string;
  /** Sentence about how to solve the problem. */
  remedy: string;
  /**
   * Clause about why money is at risk: `a failed request was charged`, and a second one if several cases differ, with
   * `#` for their number. An `@` marks the place of the date; without it, the date follows the clause.
   */
  clause: string | readonly [one: string, several: string];
  /** Sentence about a finding. Braces contain the name of a value to insert, as in `{amount} {currency} for {name}`. */
  message: string | ((finding: Wording) => string);
}

/** Texts of a code in each language. Documents quote them. */
export type LocalizedCodeText = Readonly<Record<Language, CodeText>>;

/** Texts of a code, without the title if it is the clause about one case, as a sentence. */
export type CheckText = Omit<CodeText, 'title'> & Partial<Pick<CodeText, 'title'>>;

/** Code names of one check or of several. */
type CodeOf<TCheck> = TCheck extends { codes: infer TCodes } ? keyof TCodes & string : never;

/** Texts of all codes of a check. A missing code or language does not compile. */
export type CodeTextsOf<TCheck> = Readonly<Record<CodeOf<TCheck>, Readonly<Record<Language, CheckText>>>>;

/** Cache of texts split at their braces: literal parts and names of values in turn. There may be a sentence per row. */
const partsByText = new Map<string, readonly string[]>();

/** Rounds all amounts of a finding to as many decimals as people read. */
function roundedWording(finding: Wording): Wording {
  const amounts: Wording['amounts'] = {};
  for (const name in finding.amounts) amounts[name] = roundTextForDisplay(finding.amounts[name] as string);
  return { ...finding, amount: roundTextForDisplay(finding.amount), amounts };
}

/** Formats the sentence of a finding, with the exact amounts rounded for people. */
export function formatMessage({ message }: CodeText, finding: Wording): string {
  if (typeof message === 'function') return message(roundedWording(finding));
  const parts = partsByText.get(message) ?? message.split(/[{}]/);
  if (!partsByText.has(message)) partsByText.set(message, parts);
  const { counts, reasons } = finding;
  const amounts: Wording['amounts'] = { ...finding.amounts, amount: finding.amount };
  return parts.reduce((text, part, index) => {
    if (index % 2 === 0) return text + part;
    const amount = amounts[part];
    return (
      text +
      (amount === undefined
        ? (finding[part as keyof Wording] ?? counts[part] ?? reasons?.texts?.[part])
        : roundTextForDisplay(amount))
    );
  });
}

/** Formats a count with its noun: `1 row`, `2 rows`. */
export const countNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const LEDGER_NAMES: Readonly<Record<Language, Readonly<Record<Ledger, string>>>> = {
  en: { downstreamUsage: 'the log', upstreamCharges: 'the bill', payments: 'the payments' },
  zh: { downstreamUsage: '日志', upstreamCharges: '上游账单', payments: '充值记录' },
};

/** Returns the name of a ledger for sentences to users: `the log`, `上游账单`. */
export const ledgerName = (ledger: string | undefined, language: Language): string =>
  LEDGER_NAMES[language][ledger as Ledger];
