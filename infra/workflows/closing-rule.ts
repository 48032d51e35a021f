import { jsonata, LINE } from './states.ts';

/** What the bills are held against before a period closes: each request, or totals where bills name none. */
export const CLOSE_BY = ['requests', 'days', 'models'] as const;

/** When books are whole enough for a period to close. */
export interface ClosingRule {
  readonly by: (typeof CLOSE_BY)[number];
  /** Share of the money sold, and of the money billed, that must have its other side; from 0 to 1. */
  readonly coverage: number;
  /** Whether a period needs its payments. */
  readonly payments: boolean;
}

/** Flags of `completeness` that nothing closes on: whether the list of findings was cut, and advice. */
const NEVER_NEEDED = ['complete', 'findings', 'pricing', 'tokens'];

/** Every flag that is not named here must be true, so that one which a later report adds is not overlooked. */
const notNeeded = ({ by, payments }: ClosingRule): string[] => [
  ...NEVER_NEEDED,
  ...(by === 'requests' ? [] : ['requestMatching', 'margin']),
  ...(payments ? [] : ['payments', 'paymentCredits']),
];

/** Rows of the ledgers that the report was given; one that it was not given is told by its flag. */
const ROWS = [
  "$given := function($name) { $name = 'downstreamUsage' or $lookup($report.completeness, $name) };",
  '$rows := $each($report.summary.records, function($counts, $name) {',
  '  $given($name) ? (',
  "    $counts.received = 0 ? $name & ': has no row.'",
  "    : $counts.included = 0 ? $name & ': no row of ' & $counts.received & ' counts in the period.'",
  '  )',
  '});',
];

/** Pending money has no flag of its own where `margin` is not asked for. */
const PENDING = [
  "$sides := {'Sold': $report.summary.revenue.pending, 'Billed': $report.summary.cost.pending};",
  '$pending := $each($sides, function($amount, $side) {',
  "  $amount != '0' ? $side & ': ' & $amount & ' ' & $report.currency & ' are pending.'",
  '});',
];

/** A bill by days must also name the models. */
const MEASURES = { requests: ['requests'], days: ['days', 'models'], models: ['models'] } as const;

const coverageOf = ({ by, coverage }: ClosingRule): string[] => [
  `$measures := [${MEASURES[by].map((name) => `$report.coverage.${name}`)}];`,
  "$percent := function($share) { $formatNumber($floor($share * 10000) / 100, '#0.##') & ' %' };",
  '$below := function($shares, $what) {',
  `  $count($shares) < ${MEASURES[by].length} ? $what & ': the report does not say how much.'`,
  `  : $min($shares) < ${coverage} ? $what & ': ' & $percent($min($shares)) & ' of the money; ' & $percent(${coverage}) & ' is needed.'`,
  '};',
  "$uncovered := $report.completeness.upstreamCharges ? [$below($measures.sold, 'Sold and billed'), $below($measures.billed, 'Billed and sold')];",
];

/**
 * Why a period stays open, in sentences; none where it may close.
 * @param report expression of an object with the report's `currency`, `summary` and `completeness`, its `coverage`,
 * and `rejected` rows
 */
export const openReasons = (report: string, rule: ClosingRule): string =>
  jsonata(
    '(',
    `$report := ${report};`,
    '$critical := $report.summary.findings.critical;',
    ...ROWS,
    ...PENDING,
    ...coverageOf(rule),
    '$lacking := $filter($keys($report.completeness), function($flag) {',
    `  $not($lookup($report.completeness, $flag)) and $not($flag in [${notNeeded(rule).map((flag) => `'${flag}'`)}])`,
    '});',
    '[',
    "  $critical > 0 ? $critical & ' critical finding' & ($critical > 1 ? 's.' : '.'),",
    "  $report.rejected > 0 ? 'Rows that could not be read: ' & $report.rejected & '.',",
    '  $rows,',
    "  $count($lacking) > 0 ? 'Not complete: ' & $join($lacking, ', ') & '.',",
    '  $pending,',
    '  $uncovered',
    ']',
    ')',
  );

/** What is told of a period that stays open: why, then what there is to look at. */
export const HELD_MESSAGE = jsonata(
  '(',
  LINE,
  '$report := $states.input;',
  '$counts := $report.summary.findings;',
  "$lacks := $filter($reasons, function($reason) { $substring($reason, 0, 13) = 'Not complete:' });",
  '$join([',
  "  'The period stays open:',",
  "  $map($reasons, function($reason) { '- ' & $line($reason) }),",
  "  'Findings: ' & $counts.critical & ' critical, ' & $counts.warning & ' warning, ' & $counts.info & ' info.',",
  "  $count($lacks) = 0 ? 'All ledgers are complete.',",
  "  'Input: ' & $report.summary.inputFingerprint,",
  "  $report.findings[severity = 'critical'].(code & ': ' & $line(message))",
  "], '\\n')",
  ')',
);
