import { answerWords } from '#shared/answer/answer-words.ts';
import { exactAmount } from '#shared/answer/exact-amount.ts';
import { headline } from '#shared/answer/headline.ts';
import { scopeOf } from '#shared/answer/scope.ts';
import { clausesOf } from '#shared/engine/report/reworded.ts';
import type { Language } from '#shared/language.ts';
import type { Cause, ReconciliationReport } from '#shared/schemas/report.ts';
import { visible } from '#shared/visible.ts';
import { conversions } from '#shared/words/rates-words.ts';
import { type ReportWords, reportWords } from '#shared/words/report-words.ts';
import type { MonthResult } from './month/run-month.ts';
import { type Align, type Cell, textTable } from './text-table.ts';
import { wrapped } from './wrapped.ts';

/** Colours a text for a terminal, or leaves it plain for a pipe. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green', text: string) => string;

/** Where a report is printed. */
export interface Screen {
  readonly paint: Paint;
  readonly language: Language;
  /** Columns that a line may take; `Infinity` in a pipe. */
  readonly columns: number;
}

/** What is printed of a month. */
type Printed = Pick<MonthResult, 'report' | 'since' | 'meta' | 'stripped' | 'rejected' | 'files'>;

const SEVERITY_STYLES = { critical: 'red', warning: 'yellow', info: 'cyan' } as const;
/** Causes, findings of each severity, and models that are listed; the rest is counted. */
const CAUSES_SHOWN = 12;
const FINDINGS_SHOWN = 12;
const MODELS_SHOWN = 12;

const percent = (rate: number | null): string => (rate === null ? '-' : `${(rate * 100).toFixed(1)} %`);
const grouped = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ');

/** A line that may be too long for the screen, all of it in one style. */
const styled = (style: Parameters<Paint>[0], indent: string, text: string, { paint, columns }: Screen) =>
  wrapped(indent, text, indent.length, columns).map((line) => paint(style, line));

/** Rows in aligned columns, the first row as their heads. */
const table = (
  { paint, columns }: Screen,
  aligns: readonly Align[],
  rows: readonly (readonly Cell[])[],
): string[] =>
  textTable(aligns, rows, columns).map((line, index) => (index === 0 ? paint('dim', line) : line));

/** What it comes down to, in one sentence, and on what. */
function answer({ report, since }: Printed, screen: Screen): string[] {
  const { summary } = report;
  const { critical, warning } = summary.findings;
  const say = answerWords[screen.language];
  const clauses = clausesOf(report, screen.language);
  const grave = summary.causes.filter(({ severity }) => severity !== 'info').length;
  const style = critical > 0 ? 'red' : warning > 0 ? 'yellow' : 'green';
  const scope = say.scope(scopeOf(summary)) + say.stop + (grave > 1 ? say.more(grave - 1) : '');
  return [
    ...styled(style, '', visible(headline({ report, since, clauses }, screen.language)), screen).map((line) =>
      screen.paint('bold', line),
    ),
    ...styled('dim', '', visible(scope.trimEnd()), screen),
  ];
}

/** `model gpt-4o, channel 7`, as far as the findings name them. */
const placeOf = ({ model, channelId }: Cause, words: ReportWords): string =>
  [model !== null && words.model(model), channelId !== null && words.channel(channelId)]
    .filter(Boolean)
    .join(words.comma);

/** A cause with its money, its place and its remedy. */
function causeLines(cause: Cause, { summary, currency }: ReconciliationReport, screen: Screen): string[] {
  const { paint, columns } = screen;
  const words = reportWords[screen.language];
  const { severity, code, count, amount } = cause;
  const { title = code, remedy = '' } = summary.findings.byCode[code] ?? {};
  const money = amount === null || amount === '0' ? '' : `${paint('bold', `${amount} ${currency}`)}  `;
  const lead = `  ${paint(SEVERITY_STYLES[severity], words.severities[severity])}  ${money}`;
  const place = placeOf(cause, words);
  const times = words.count(count);
  return [
    ...wrapped(lead, title, 6, columns),
    ...styled(
      'dim',
      '    ',
      `${code}: ${visible(place === '' ? times : times + words.comma + place)}`,
      screen,
    ),
    ...wrapped('    ', remedy, 4, columns),
  ];
}

/** Those with money first; within both halves as the report has them, worst first. */
function causes({ report }: Printed, screen: Screen): string[] {
  const { causes: all, cut } = report.summary;
  const words = reportWords[screen.language];
  const [costly, others] = [true, false].map((isCostly) =>
    all.filter(({ amount }) => (amount !== null && amount !== '0') === isCostly),
  ) as [Cause[], Cause[]];
  const lines = [...costly, ...others]
    .slice(0, CAUSES_SHOWN)
    .flatMap((cause) => causeLines(cause, report, screen));
  const more = all.length - CAUSES_SHOWN;
  return [
    screen.paint('bold', words.causes),
    ...(lines.length > 0 ? lines : [`  ${words.nothing}`]),
    ...(more > 0 ? [screen.paint('dim', `  ${words.otherCauses(more, cut.includes('causes'))}`)] : []),
  ];
}

function findings({ report }: Printed, screen: Screen): string[] {
  const { summary, currency } = report;
  const { paint, columns } = screen;
  const words = reportWords[screen.language];
  const lines = [paint('bold', words.findings(summary.findings.total))];
  for (const severity of ['critical', 'warning', 'info'] as const) {
    const count = summary.findings[severity];
    if (count === 0) continue;
    lines.push('', paint(SEVERITY_STYLES[severity], `  ${words.severities[severity]} (${count})`));
    const listed = report.findings.filter((finding) => finding.severity === severity);
    const shownFindings = listed.slice(0, FINDINGS_SHOWN);
    for (const finding of shownFindings) {
      const amount = exactAmount(finding);
      const money = amount === undefined ? '' : ` ${paint('bold', `${amount} ${currency}`)}`;
      lines.push(`    ${finding.code}${money}`, ...wrapped('      ', visible(finding.message), 6, columns));
    }
    if (count > shownFindings.length)
      lines.push(paint('dim', `    ${words.more(count - shownFindings.length)}`));
  }
  return lines;
}

function totals({ report }: Printed, screen: Screen): string[] {
  const { currency } = report;
  const { revenue, cost, margin, payments } = report.summary;
  const words = reportWords[screen.language];
  const rows: Cell[][] = [['', ...words.totalHeads]];
  const usage = (name: string, { gross, refunds, net, pending }: typeof revenue) =>
    rows.push([name, gross, refunds, null, null, net, pending]);
  usage(words.revenue, revenue);
  if (cost) usage(words.cost, cost);
  if (payments) {
    const { gross, refunds, chargebacks, fees, net, pending } = payments;
    rows.push([words.payments, gross, refunds, chargebacks, fees, net, pending]);
  }
  const result = margin ? `${margin.amount} ${currency} (${percent(margin.rate)})` : words.unknownMargin;
  const isLoss = margin?.amount.startsWith('-') ?? false;
  return [
    screen.paint('bold', words.totals(currency)),
    ...table(screen, ['left', 'right', 'right', 'right', 'right', 'right', 'right'], rows),
    `  ${words.margin}    ${screen.paint(isLoss ? 'red' : 'green', result)}`,
    ...conversions(report.summary.converted ?? [], currency, screen.language).flatMap((line) =>
      styled('dim', '  ', line, screen),
    ),
  ];
}

function models({ report: { byModel } }: Printed, screen: Screen): string[] {
  const words = reportWords[screen.language];
  const rows = byModel
    .slice(0, MODELS_SHOWN)
    .map(({ model, requests, revenue, cost, margin, marginRate }) => [
      ...[model, requests, revenue, cost, margin],
      percent(marginRate),
    ]);
  const more = byModel.length - rows.length;
  return [
    screen.paint('bold', words.models),
    ...table(screen, ['left', 'right', 'right', 'right', 'right', 'right'], [words.modelHeads, ...rows]),
    ...(more > 0 ? [screen.paint('dim', `  ${words.more(more)}`)] : []),
  ];
}

/** Where the rows went. */
function rows({ meta, stripped, rejected, files }: Printed, screen: Screen): string[] {
  const { rows, notes } = meta;
  const words = reportWords[screen.language];
  const listed = (counts: readonly (readonly [name: string, count: number])[]) =>
    counts.map(([name, count]) => `${name} (${grouped(count)})`).join(', ');
  const skipped = Object.entries(rows.skipped).filter(([, count]) => count > 0);
  const lines = [
    words.records(rows.downstreamUsage, rows.upstreamCharges, rows.payments),
    ...(rejected > 0 ? [words.rejected(grouped(rejected), files.includes('rejected.csv'))] : []),
    ...(skipped.length > 0 ? [words.skipped(listed(skipped))] : []),
    ...(stripped.length > 0 ? [words.stripped(listed(stripped))] : []),
  ];
  return [
    screen.paint('bold', words.received(rows.received)),
    ...lines.flatMap((line) => wrapped('  ', visible(line), 4, screen.columns)),
    ...notes
      .flatMap((note) => wrapped('  ', visible(note), 4, screen.columns))
      .map((line) => screen.paint('dim', line)),
  ];
}

/**
 * A report as lines for an operator: what is wrong and what to do, the evidence, the figures, and last what became of
 * the rows.
 */
export const printReport = (printed: Printed, screen: Screen): string[] =>
  [answer, causes, findings, totals, models, rows].flatMap((section, index) => [
    ...(index > 0 ? [''] : []),
    ...section(printed, screen),
  ]);
