import * as v from 'valibot';
import { escapeInvisible } from '../escape-control-characters.ts';
import type { Language } from '../language.ts';
import { closedObject } from '../schemas/closed.ts';
import type { ReconciliationReport } from '../schemas/report.ts';
import { type CoveredShares, computeCoverage } from './coverage.ts';

interface Counts {
  readonly critical: number;
  readonly warning: number;
  readonly info: number;
}

const english = {
  critical: (n: number) => `${n} critical finding${n === 1 ? '' : 's'}.`,
  unread: (n: number) => `Rows that could not be read: ${n}.`,
  noRow: (ledger: string) => `${ledger}: there are no rows.`,
  noneIncluded: (ledger: string, n: number) => `${ledger}: none of the ${n} rows is in the period.`,
  incomplete: (flags: readonly string[]) => `Not complete: ${flags.join(', ')}.`,
  revenue: 'Sold',
  cost: 'Billed',
  pending: (side: string, money: string) => `${side}: ${money} is pending.`,
  sold: 'Revenue covered by the bill',
  billed: 'Bill covered by revenue',
  unknownShare: (side: string) => `${side}: unknown, because the report does not show this share.`,
  uncovered: (side: string, percent: string, needed: string) =>
    `${side}: only ${percent} %, but ${needed} % is required.`,
  open: 'The period stays open:',
  counts: ({ critical, warning, info }: Counts) =>
    `Findings: ${critical} critical, ${warning} warning, ${info} info.`,
  complete: 'Log, bill and payments are complete.',
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
  sold: '收入中有账单的部分',
  billed: '账单中已向客户收费的部分',
  unknownShare: (side) => `${side}：报告中没有它的比例，无法判断。`,
  uncovered: (side, percent, needed) => `${side}：只有 ${percent}%，至少需要 ${needed}%。`,
  open: '账期没有关闭：',
  counts: ({ critical, warning, info }) => `问题：严重 ${critical}，警告 ${warning}，备查 ${info}。`,
  complete: '日志、账单和充值记录都完整。',
  input: (fingerprint) => `输入指纹：${fingerprint}`,
};

type ClosingWords = typeof english;

const closingWords: Readonly<Record<Language, ClosingWords>> = { en: english, zh: chinese };

/** Ways to compare bills before a period closes: by request, or only by totals of days or models. */
export const CLOSE_BY = ['requests', 'days', 'models'] as const;

const share = 'must be a number from 0 to 1';
/** Schema of the rule by which a period closes. */
export const closingRuleSchema = closedObject({
  by: v.picklist(CLOSE_BY, `must be one of ${CLOSE_BY.join(', ')}`),
  /** Share of the money sold, and of the money billed, that must have its other side. */
  coverage: v.pipe(v.number(share), v.minValue(0, share), v.maxValue(1, share)),
  /** Whether a period needs its payments. */
  payments: v.boolean('must be true or false'),
});
/** Rule by which a period closes. */
export type ClosingRule = v.InferOutput<typeof closingRuleSchema>;

/** Verdict on a period. */
interface Closing {
  /** Sentences with the reasons why the period stays open. Empty if it may close. */
  readonly reasons: readonly string[];
  /** Text of a mail about a period that stays open; empty if it may close. */
  readonly message: string;
}

/** Largest verdict in bytes. */
export const CLOSING_BYTES_MAX = 16_000;
/** Critical findings that the mail lists, and characters of each line. */
const FINDINGS_MAX = 15;
const LINE_LENGTH_MAX = 240;

/** Flags of `completeness` that no period needs: whether the list of findings was cut, and advice. */
const NEVER_NEEDED = ['complete', 'findings', 'pricing', 'tokens'];

/** Required flags that are false. Flags that a later version of the report adds are required by default. */
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

/** Sentences about ledgers that were supplied but have no row in the period. A ledger that is missing has a flag instead. */
const emptyLedgers = ({ completeness, summary }: Judged, texts: ClosingWords): string[] =>
  Object.entries(summary.records)
    .filter(([ledger]) => ledger === 'downstreamUsage' || completeness[ledger as keyof typeof completeness])
    .flatMap(([ledger, { received, included }]) => {
      if (received === 0) return texts.noRow(ledger);
      return included === 0 ? texts.noneIncluded(ledger, received) : [];
    });

/** Sentences about pending money, for which there is no flag if `margin` is not required. */
const pendingMoney = ({ summary, currency }: Judged, texts: ClosingWords): string[] =>
  (['revenue', 'cost'] as const).flatMap((side) => {
    const { pending = '0' } = summary[side] ?? {};
    return pending === '0' ? [] : texts.pending(texts[side], `${pending} ${currency}`);
  });

/** Comparisons that each way of closing requires. A bill by days must match by models as well. */
const MEASURES = { requests: ['requests'], days: ['days', 'models'], models: ['models'] } as const;

/** Formats a share in percent, without a sign. Rounds it down, so that one below the needed share never looks equal to it. */
const percentText = (part: number): string => `${Math.floor(Math.round(part * 1e6) / 100) / 100}`;

function uncoveredMoney(
  shares: CoveredShares | undefined,
  { by, coverage }: ClosingRule,
  texts: ClosingWords,
): string[] {
  return (['sold', 'billed'] as const).flatMap((side) => {
    const parts = MEASURES[by].flatMap((measure) => shares?.[measure]?.[side] ?? []);
    if (parts.length < MEASURES[by].length) return texts.unknownShare(texts[side]);
    const least = Math.min(...parts);
    return least < coverage ? texts.uncovered(texts[side], percentText(least), percentText(coverage)) : [];
  });
}

type Judged = Pick<ReconciliationReport, 'currency' | 'completeness' | 'summary'>;
type Listed = Pick<ReconciliationReport['findings'][number], 'severity' | 'code' | 'message'>;

/**
 * Decides by its report whether a period may close. It stays open if there are critical findings, unreadable rows,
 * missing data or pending money, or if too little of the revenue or the bill was matched. Returns the reasons and the
 * text of a mail; both are empty if the period may close.
 * @param findings first findings of the report, worded in `language`; the mail lists the critical ones
 * @param unread number of rows that could not be read
 */
export function judgeClosing(
  report: ReconciliationReport,
  findings: readonly Listed[],
  rule: ClosingRule,
  language: Language,
  unread = 0,
): Closing {
  const texts = closingWords[language];
  const { findings: counts, inputFingerprint } = report.summary;
  const lacking = lackingFlags(report, rule);
  const reasons = [
    ...(counts.critical > 0 ? [texts.critical(counts.critical)] : []),
    ...(unread > 0 ? [texts.unread(unread)] : []),
    ...emptyLedgers(report, texts),
    ...(lacking.length > 0 ? [texts.incomplete(lacking)] : []),
    ...pendingMoney(report, texts),
    ...(report.completeness.upstreamCharges ? uncoveredMoney(computeCoverage(report), rule, texts) : []),
  ];
  if (reasons.length === 0) return { reasons, message: '' };
  const critical = findings.filter(({ severity }) => severity === 'critical').slice(0, FINDINGS_MAX);
  const lines = [
    texts.open,
    ...reasons.map((reason) => `- ${reason}`),
    texts.counts(counts),
    ...(lacking.length === 0 ? [texts.complete] : []),
    texts.input(inputFingerprint),
    ...critical.map(({ code, message }) => `${code}: ${message}`),
  ];
  const message = lines.map((line) => escapeInvisible(line).slice(0, LINE_LENGTH_MAX).toWellFormed());
  return { reasons, message: message.join('\n') };
}
