import type { NormalizeMeta } from '#shared/schemas/normalize-meta.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** Colours a text for a terminal, or leaves it plain for a pipe. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green', text: string) => string;

type Align = 'left' | 'right';
type Cell = string | number | null;

const SEVERITY_STYLES = { critical: 'red', warning: 'yellow', info: 'cyan' } as const;
/** Findings listed of each severity; the summary counts the rest. */
const FINDINGS_SHOWN = 12;

const text = (cell: Cell | undefined): string => String(cell === null ? '-' : (cell ?? ''));
const percent = (rate: number | null): string => (rate === null ? '-' : `${(rate * 100).toFixed(1)} %`);

/** Rows in aligned columns, the first row as their heads. */
function table(paint: Paint, aligns: readonly Align[], rows: readonly (readonly Cell[])[]): string[] {
  const widths = aligns.map((_, column) => Math.max(...rows.map((row) => text(row[column]).length)));
  return rows.map((row, index) => {
    const cells = aligns.map((align, column) => {
      const cell = text(row[column]);
      const width = widths[column] ?? 0;
      return align === 'left' ? cell.padEnd(width) : cell.padStart(width);
    });
    const line = `  ${cells.join('  ')}`.trimEnd();
    return index === 0 ? paint('dim', line) : line;
  });
}

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

function findingsOf({ findings, summary, currency }: ReconciliationReport, paint: Paint): string[] {
  const lines = [paint('bold', `Findings: ${summary.findings.total}`)];
  for (const severity of ['critical', 'warning', 'info'] as const) {
    const listed = findings.filter((finding) => finding.severity === severity);
    const count = summary.findings[severity];
    if (count === 0) continue;
    lines.push('', paint(SEVERITY_STYLES[severity], `  ${severity} (${count})`));
    const shown = listed.slice(0, FINDINGS_SHOWN);
    for (const { code, message, amount } of shown) {
      const money = amount === undefined ? '' : ` ${paint('bold', `${amount} ${currency}`)}`;
      lines.push(`    ${code}${money}`, `      ${message}`);
    }
    if (count > shown.length) lines.push(paint('dim', `    … and ${count - shown.length} more`));
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

/** The report as lines for a person: what came in, totals, margins, findings. */
export function printReport(report: ReconciliationReport, meta: RowsRead, paint: Paint): string[] {
  return [
    ...normalized(meta, paint),
    '',
    ...totals(report, paint),
    '',
    ...models(report, paint),
    '',
    ...findingsOf(report, paint),
  ];
}
