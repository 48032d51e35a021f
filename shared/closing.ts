import * as v from 'valibot';
import { type CoveredShares, coverageOf } from './coverage.ts';
import type { Language } from './language.ts';
import { closedObject } from './schemas/closed.ts';
import type { ReconciliationReport } from './schemas/report.ts';
import { visible } from './visible.ts';

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

const english = {
  critical: (n: number) => `${n} critical finding${n === 1 ? '' : 's'}.`,
  unread: (n: number) => `Rows that could not be read: ${n}.`,
  noRow: (ledger: string) => `${ledger}: has no row.`,
  noneIncluded: (ledger: string, n: number) => `${ledger}: no row of ${n} counts in the period.`,
  incomplete: (flags: readonly string[]) => `Not complete: ${flags.join(', ')}.`,
  revenue: 'Sold',
  cost: 'Billed',
  pending: (side: string, money: string) => `${side}: ${money} are pending.`,
  sold: 'Sold and billed',
  billed: 'Billed and sold',
  unknownShare: (side: string) => `${side}: the report does not say how much.`,
  uncovered: (side: string, percent: string, needed: string) =>
    `${side}: ${percent} of the money; ${needed} is needed.`,
  open: 'The period stays open:',
  counts: ({ critical, warning, info }: Counts) =>
    `Findings: ${critical} critical, ${warning} warning, ${info} info.`,
  complete: 'All ledgers are complete.',
  input: (fingerprint: string) => `Input: ${fingerprint}`,
};

const chinese: typeof english = {
  critical: (n) => `${n} 项严重问题。`,
  unread: (n) => `无法读取的行：${n}。`,
  noRow: (ledger) => `${ledger}：没有任何记录。`,
  noneIncluded: (ledger, n) => `${ledger}：${n} 条记录都不在账期内。`,
  incomplete: (flags) => `不完整：${flags.join('、')}。`,
  revenue: '收入',
  cost: '成本',
  pending: (side, money) => `${side}：有 ${money} 待结算。`,
  sold: '已售且有账单',
  billed: '有账单且已售',
  unknownShare: (side) => `${side}：报告没有写明有多少。`,
  uncovered: (side, percent, needed) => `${side}：占金额的 ${percent}，需要 ${needed}。`,
  open: '账期没有关闭：',
  counts: ({ critical, warning, info }) => `问题：严重 ${critical}，警告 ${warning}，备查 ${info}。`,
  complete: '账目完整。',
  input: (fingerprint) => `输入指纹：${fingerprint}`,
};

const words: Readonly<Record<Language, typeof english>> = { en: english, zh: chinese };
type Words = typeof english;
type Counts = ReconciliationReport['summary']['findings'];

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
const emptyLedgers = ({ completeness, summary }: Judged, say: Words): string[] =>
  Object.entries(summary.records)
    .filter(([ledger]) => ledger === 'downstreamUsage' || completeness[ledger as keyof typeof completeness])
    .flatMap(([ledger, { received, included }]) => {
      if (received === 0) return say.noRow(ledger);
      return included === 0 ? say.noneIncluded(ledger, received) : [];
    });

/** Pending money, which has no flag of its own if `margin` is not needed. */
const pendingMoney = ({ summary, currency }: Judged, say: Words): string[] =>
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
  say: Words,
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
  const say = words[language];
  const { findings: counts, inputFingerprint } = report.summary;
  const lacking = lackingFlags(report, rule);
  const reasons = [
    ...(counts.critical > 0 ? [say.critical(counts.critical)] : []),
    ...(unread > 0 ? [say.unread(unread)] : []),
    ...emptyLedgers(report, say),
    ...(lacking.length > 0 ? [say.incomplete(lacking)] : []),
    ...pendingMoney(report, say),
    ...(report.completeness.upstreamCharges ? uncoveredMoney(coverageOf(report), rule, say) : []),
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
  const shown = lines.map((line) => visible(line).slice(0, LINE_LENGTH_MAX).toWellFormed());
  return { reasons, message: shown.join('\n') };
}
