import * as v from 'valibot';
import { escapeInvisible } from '../escape-control-characters.ts';
import type { Language } from '../language.ts';
import { closedObject } from '../schemas/closed.ts';
import type { ReconciliationReport } from '../schemas/report.ts';
import { type ClosingWords, closingWords } from './closing-words.ts';
import { type CoveredShares, computeCoverage } from './coverage.ts';

/** Kinds of evidence that a period is closed by: bills match each request, or only totals by day or model. */
export const CLOSE_BY = ['requests', 'days', 'models'] as const;

const share = 'must be a number from 0 to 1';
/** Says when books are complete enough for a period to close. */
export const closingRuleSchema = closedObject({
  by: v.picklist(CLOSE_BY, `must be one of ${CLOSE_BY.join(', ')}`),
  /** Share of the money sold, and of the money billed, that must have its other side. */
  coverage: v.pipe(v.number(share), v.minValue(0, share), v.maxValue(1, share)),
  /** Whether a period needs its payments. */
  payments: v.boolean('must be true or false'),
});
export type ClosingRule = v.InferOutput<typeof closingRuleSchema>;

/** Verdict on a period. */
export interface Closing {
  /** Why the period stays open, in sentences; empty if it may close. */
  readonly reasons: readonly string[];
  /** Text of a mail about a period that stays open; empty if it may close. */
  readonly message: string;
}

/** Bytes that a verdict has at most. */
export const CLOSING_BYTES_MAX = 16_000;
/** Critical findings that the mail lists, and characters of each line. */
const FINDINGS_MAX = 15;
const LINE_LENGTH_MAX = 240;

/** Flags of `completeness` that no period needs: whether the list of findings was cut, and advice. */
const NEVER_NEEDED = ['complete', 'findings', 'pricing', 'tokens'];

/** Flags that are false and needed. A flag that a later report adds is needed, so that it is not overlooked. */
function lackingFlags({ completeness }: Judged, { by, payments }: ClosingRule): string[] {
  const notNeeded = [
    ...NEVER_NEEDED,
    ...(by === 'requests' ? [] : ['requestMatching', 'margin']),
    ...(payments ? [] : ['payments', 'paymentCredits']),
  ];
  return Object.entries(completeness)
    .filter(([flag, isTrue]) => !isTrue && !notNeeded.includes(flag))
    .map(([flag]) => flag);
}

/** Ledgers that were given and have no row that counts. One that was not given has a flag of its own. */
const emptyLedgers = ({ completeness, summary }: Judged, say: ClosingWords): string[] =>
  Object.entries(summary.records)
    .filter(([ledger]) => ledger === 'downstreamUsage' || completeness[ledger as keyof typeof completeness])
    .flatMap(([ledger, { received, included }]) => {
      if (received === 0) return say.noRow(ledger);
      return included === 0 ? say.noneIncluded(ledger, received) : [];
    });

/** Pending money, which has no flag of its own if `margin` is not needed. */
const pendingMoney = ({ summary, currency }: Judged, say: ClosingWords): string[] =>
  (['revenue', 'cost'] as const).flatMap((side) => {
    const { pending = '0' } = summary[side] ?? {};
    return pending === '0' ? [] : say.pending(say[side], `${pending} ${currency}`);
  });

/** A bill by days must also name the models. */
const MEASURES = { requests: ['requests'], days: ['days', 'models'], models: ['models'] } as const;

/** Rounds a share down, so that one below the needed share never looks equal to it. */
const percentText = (part: number): string => `${Math.floor(Math.round(part * 1e6) / 100) / 100} %`;

function uncoveredMoney(
  shares: CoveredShares | undefined,
  { by, coverage }: ClosingRule,
  say: ClosingWords,
): string[] {
  return (['sold', 'billed'] as const).flatMap((side) => {
    const parts = MEASURES[by].flatMap((measure) => shares?.[measure]?.[side] ?? []);
    if (parts.length < MEASURES[by].length) return say.unknownShare(say[side]);
    const least = Math.min(...parts);
    return least < coverage ? say.uncovered(say[side], percentText(least), percentText(coverage)) : [];
  });
}

type Judged = Pick<ReconciliationReport, 'currency' | 'completeness' | 'summary'>;
type Listed = Pick<ReconciliationReport['findings'][number], 'severity' | 'code' | 'message'>;

/**
 * Judges whether a period may close on its report.
 * @param report with its tables
 * @param findings the gravest of the report, in the language
 * @param unread rows that could not be read
 */
export function judgeClosing(
  report: ReconciliationReport,
  findings: readonly Listed[],
  rule: ClosingRule,
  language: Language,
  unread = 0,
): Closing {
  const say = closingWords[language];
  const { findings: counts, inputFingerprint } = report.summary;
  const lacking = lackingFlags(report, rule);
  const reasons = [
    ...(counts.critical > 0 ? [say.critical(counts.critical)] : []),
    ...(unread > 0 ? [say.unread(unread)] : []),
    ...emptyLedgers(report, say),
    ...(lacking.length > 0 ? [say.incomplete(lacking)] : []),
    ...pendingMoney(report, say),
    ...(report.completeness.upstreamCharges ? uncoveredMoney(computeCoverage(report), rule, say) : []),
  ];
  if (reasons.length === 0) return { reasons, message: '' };
  const critical = findings.filter(({ severity }) => severity === 'critical').slice(0, FINDINGS_MAX);
  const lines = [
    say.open,
    ...reasons.map((reason) => `- ${reason}`),
    say.counts(counts),
    ...(lacking.length === 0 ? [say.complete] : []),
    say.input(inputFingerprint),
    ...critical.map(({ code, message }) => `${code}: ${message}`),
  ];
  const shown = lines.map((line) => escapeInvisible(line).slice(0, LINE_LENGTH_MAX).toWellFormed());
  return { reasons, message: shown.join('\n') };
}
