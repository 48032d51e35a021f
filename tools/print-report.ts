import type { NormalizeMeta } from '#shared/schemas/normalize-meta.ts';
import type { Cause, ReconciliationReport } from '#shared/schemas/report.ts';
import { type ReportWords, reportWords } from '#shared/words/report-words.ts';
import { type Align, type Cell, shown, textTable } from './text-table.ts';

/** Colours a text for a terminal, or leaves it plain for a pipe. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green', text: string) => string;

const SEVERITY_STYLES = { critical: 'red', warning: 'yellow', info: 'cyan' } as const;
/** Causes, and findings of each severity, that are listed; the rest is counted. */
const CAUSES_SHOWN = 12;
const FINDINGS_SHOWN = 12;

const percent = (rate: number | null): string => (rate === null ? '-' : `${(rate * 100).toFixed(1)} %`);

/** Rows in aligned columns, the first row as their heads. */
const table = (paint: Paint, aligns: readonly Align[], rows: readonly (readonly Cell[])[]): string[] =>
  textTable(aligns, rows).map((line, index) => (index === 0 ? paint('dim', line) : line));

function totals({ summary, currency }: ReconciliationReport, paint: Paint, words: ReportWords): string[] {
  const { revenue, cost, margin, payments } = summary;
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
    paint('bold', words.totals(currency)),
    ...table(paint, ['left', 'right', 'right', 'right', 'right', 'right', 'right'], rows),
    `  ${words.margin}    ${paint(isLoss ? 'red' : 'green', result)}`,
  ];
}

function models({ byModel }: ReconciliationReport, paint: Paint, words: ReportWords): string[] {
  const rows = byModel.map(({ model, requests, revenue, cost, margin, marginRate }) => [
    model,
    requests,
    revenue,
    cost,
    margin,
    percent(marginRate),
  ]);
  return [
    paint('bold', words.models),
    ...table(paint, ['left', 'right', 'right', 'right', 'right', 'right'], [words.modelHeads, ...rows]),
  ];
}

/** `model gpt-4o, channel 7`, as far as the findings name them. */
const placeOf = ({ model, channelId }: Cause, words: ReportWords): string =>
  [model !== null && words.model(model), channelId !== null && words.channel(channelId)]
    .filter(Boolean)
    .join(words.comma);

/** Those with money first; within both halves as the report has them, worst first. */
function causesOf({ summary, currency }: ReconciliationReport, paint: Paint, words: ReportWords): string[] {
  const { causes, cut, findings } = summary;
  const [costly, others] = [true, false].map((isCostly) =>
    causes.filter(({ amount }) => (amount !== null && amount !== '0') === isCostly),
  ) as [Cause[], Cause[]];
  const shownCauses = [...costly, ...others].slice(0, CAUSES_SHOWN);
  const lines = shownCauses.flatMap((cause) => {
    const { severity, code, count, amount } = cause;
    const { title = code, remedy = '' } = findings.byCode[code] ?? {};
    const money = amount === null || amount === '0' ? '' : `${paint('bold', `${amount} ${currency}`)}  `;
    const place = placeOf(cause, words);
    const times = words.count(count);
    return [
      `  ${paint(SEVERITY_STYLES[severity], words.severities[severity])}  ${money}${title}`,
      paint('dim', `    ${code}: ${shown(place === '' ? times : `${times}${words.comma}${place}`)}`),
      `    ${remedy}`,
    ];
  });
  const more = causes.length - shownCauses.length;
  return [
    paint('bold', words.causes),
    ...(lines.length > 0 ? lines : [`  ${words.nothing}`]),
    ...(more > 0 ? [paint('dim', `  ${words.otherCauses(more, cut.includes('causes'))}`)] : []),
  ];
}

function findingsOf(
  { findings, summary, currency }: ReconciliationReport,
  paint: Paint,
  words: ReportWords,
): string[] {
  const lines = [paint('bold', words.findings(summary.findings.total))];
  for (const severity of ['critical', 'warning', 'info'] as const) {
    const listed = findings.filter((finding) => finding.severity === severity);
    const count = summary.findings[severity];
    if (count === 0) continue;
    lines.push('', paint(SEVERITY_STYLES[severity], `  ${words.severities[severity]} (${count})`));
    const shownFindings = listed.slice(0, FINDINGS_SHOWN);
    for (const { code, message, amount } of shownFindings) {
      const money = amount === undefined ? '' : ` ${paint('bold', `${amount} ${currency}`)}`;
      lines.push(`    ${code}${money}`, `      ${shown(message)}`);
    }
    if (count > shownFindings.length)
      lines.push(paint('dim', `    ${words.more(count - shownFindings.length)}`));
  }
  return lines;
}

/** Where the rows went. */
type RowsRead = Pick<NormalizeMeta, 'rows'> & { readonly notes: readonly string[] };

const normalized = ({ rows, notes }: RowsRead, paint: Paint, words: ReportWords): string[] => [
  paint('bold', words.received(rows.received)),
  `  ${words.records(rows.downstreamUsage, rows.upstreamCharges, rows.payments)}`,
  ...Object.entries(rows.skipped)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `  ${words.skipped(count, name)}`),
  ...notes.map((note) => paint('dim', `  ${note}`)),
];

/** The report as lines for a person: what came in, totals, margins, causes with their remedies, findings. */
export function printReport(
  report: ReconciliationReport,
  meta: RowsRead,
  paint: Paint,
  words: ReportWords = reportWords.en,
): string[] {
  return [
    ...normalized(meta, paint, words),
    '',
    ...totals(report, paint, words),
    '',
    ...models(report, paint, words),
    '',
    ...causesOf(report, paint, words),
    '',
    ...findingsOf(report, paint, words),
  ];
}
