import type { NormalizeMeta } from '#shared/schemas/normalize-meta.ts';
import type { Cause, ReconciliationReport } from '#shared/schemas/report.ts';
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

function totals({ summary, currency }: ReconciliationReport, paint: Paint): string[] {
  const { revenue, cost, margin, payments } = summary;
  const rows: Cell[][] = [['', 'gross', 'refunds', 'chargebacks', 'fees', 'net', 'pending']];
  const usage = (name: string, { gross, refunds, net, pending }: typeof revenue) =>
    rows.push([name, gross, refunds, null, null, net, pending]);
  usage('Revenue', revenue);
  if (cost) usage('Cost', cost);
  if (payments) {
    const { gross, refunds, chargebacks, fees, net, pending } = payments;
    rows.push(['Payments', gross, refunds, chargebacks, fees, net, pending]);
  }
  const result = margin
    ? `${margin.amount} ${currency} (${percent(margin.rate)})`
    : 'unknown: no upstream charges';
  const isLoss = margin?.amount.startsWith('-') ?? false;
  return [
    paint('bold', `Totals in ${currency}`),
    ...table(paint, ['left', 'right', 'right', 'right', 'right', 'right', 'right'], rows),
    `  Margin    ${paint(isLoss ? 'red' : 'green', result)}`,
  ];
}

function models({ byModel }: ReconciliationReport, paint: Paint): string[] {
  const rows = byModel.map(({ model, requests, revenue, cost, margin, marginRate }) => [
    model,
    requests,
    revenue,
    cost,
    margin,
    percent(marginRate),
  ]);
  return [
    paint('bold', 'Margin by model, worst first'),
    ...table(
      paint,
      ['left', 'right', 'right', 'right', 'right', 'right'],
      [['model', 'requests', 'revenue', 'cost', 'margin', 'rate'], ...rows],
    ),
  ];
}

/** `model gpt-4o, channel 7`, as far as the findings name them. */
const placeOf = ({ model, channelId }: Cause): string =>
  [model !== null && `model ${model}`, channelId !== null && `channel ${channelId}`]
    .filter(Boolean)
    .join(', ');

/** Those with money first; within both halves as the report has them, worst first. */
function causesOf({ summary, currency }: ReconciliationReport, paint: Paint): string[] {
  const { causes, cut, findings } = summary;
  const [costly, others] = [true, false].map((isCostly) =>
    causes.filter(({ amount }) => (amount !== null && amount !== '0') === isCostly),
  ) as [Cause[], Cause[]];
  const shownCauses = [...costly, ...others].slice(0, CAUSES_SHOWN);
  const lines = shownCauses.flatMap((cause) => {
    const { severity, code, count, amount } = cause;
    const { title = code, remedy = '' } = findings.byCode[code] ?? {};
    const money = amount === null || amount === '0' ? '' : `${paint('bold', `${amount} ${currency}`)}  `;
    const place = placeOf(cause);
    const times = `${count} ${count === 1 ? 'finding' : 'findings'}`;
    return [
      `  ${paint(SEVERITY_STYLES[severity], severity)}  ${money}${title}`,
      paint('dim', `    ${code}: ${shown(place === '' ? times : `${times}, ${place}`)}`),
      `    ${remedy}`,
    ];
  });
  const more = causes.length - shownCauses.length;
  return [
    paint('bold', 'Where the money goes, and what to do'),
    ...(lines.length > 0 ? lines : ['  Nothing was found.']),
    ...(more > 0
      ? [paint('dim', `  … and ${more}${cut.includes('causes') ? ' or more' : ''} other causes`)]
      : []),
  ];
}

function findingsOf({ findings, summary, currency }: ReconciliationReport, paint: Paint): string[] {
  const lines = [paint('bold', `Findings: ${summary.findings.total}`)];
  for (const severity of ['critical', 'warning', 'info'] as const) {
    const listed = findings.filter((finding) => finding.severity === severity);
    const count = summary.findings[severity];
    if (count === 0) continue;
    lines.push('', paint(SEVERITY_STYLES[severity], `  ${severity} (${count})`));
    const shownFindings = listed.slice(0, FINDINGS_SHOWN);
    for (const { code, message, amount } of shownFindings) {
      const money = amount === undefined ? '' : ` ${paint('bold', `${amount} ${currency}`)}`;
      lines.push(`    ${code}${money}`, `      ${shown(message)}`);
    }
    if (count > shownFindings.length)
      lines.push(paint('dim', `    … and ${count - shownFindings.length} more`));
  }
  return lines;
}

/** Where the rows went. */
type RowsRead = Pick<NormalizeMeta, 'rows' | 'notes'>;

const normalized = ({ rows, notes }: RowsRead, paint: Paint): string[] => [
  paint('bold', `Native rows normalized: ${rows.received}`),
  `  ${rows.downstreamUsage} usage, ${rows.upstreamCharges} upstream charges, ${rows.payments} payments`,
  ...Object.entries(rows.skipped)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `  ${count} skipped: ${name}`),
  ...notes.map((note) => paint('dim', `  ${note}`)),
];

/** The report as lines for a person: what came in, totals, margins, causes with their remedies, findings. */
export function printReport(report: ReconciliationReport, meta: RowsRead, paint: Paint): string[] {
  return [
    ...normalized(meta, paint),
    '',
    ...totals(report, paint),
    '',
    ...models(report, paint),
    '',
    ...causesOf(report, paint),
    '',
    ...findingsOf(report, paint),
  ];
}
