import { jsonata, LINE, said } from './states.ts';

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

/** What the reason begins with that names flags. */
const INCOMPLETE = `$incomplete := ${said("'Not complete'", "'不完整'")};`;

/** Rows of the ledgers that the report was given; one that it was not given is told by its flag. */
const ROWS = [
  "$given := function($name) { $name = 'downstreamUsage' or $lookup($report.completeness, $name) };",
  '$rows := $each($report.summary.records, function($counts, $name) {',
  '  $given($name) ? (',
  `    $counts.received = 0 ? $name & ${said("': has no row.'", "'：没有任何记录。'")}`,
  `    : $counts.included = 0 ? $name & ${said("': no row of ' & $counts.received & ' counts in the period.'", "'：' & $counts.received & ' 条记录都不在账期内。'")}`,
  '  )',
  '});',
];

/** Pending money has no flag of its own where `margin` is not asked for. */
const PENDING = [
  `$sides := {${said("'Sold'", "'收入'")}: $report.summary.revenue.pending, ${said("'Billed'", "'成本'")}: $report.summary.cost.pending};`,
  '$pending := $each($sides, function($amount, $side) {',
  `  $amount != '0' ? $side & ${said("': ' & $amount & ' ' & $report.currency & ' are pending.'", "'：有 ' & $amount & ' ' & $report.currency & ' 待结算。'")}`,
  '});',
];

/** A bill by days must also name the models. */
const MEASURES = { requests: ['requests'], days: ['days', 'models'], models: ['models'] } as const;

const coverageOf = ({ by, coverage }: ClosingRule): string[] => [
  `$measures := [${MEASURES[by].map((name) => `$report.coverage.${name}`)}];`,
  "$percent := function($share) { $formatNumber($floor($share * 10000) / 100, '#0.##') & ' %' };",
  '$below := function($shares, $what) {',
  `  $count($shares) < ${MEASURES[by].length} ? $what & ${said("': the report does not say how much.'", "'：报告没有写明有多少。'")}`,
  `  : $min($shares) < ${coverage} ? $what & ${said(`': ' & $percent($min($shares)) & ' of the money; ' & $percent(${coverage}) & ' is needed.'`, `'：占金额的 ' & $percent($min($shares)) & '，需要 ' & $percent(${coverage}) & '。'`)}`,
  '};',
  `$uncovered := $report.completeness.upstreamCharges ? [$below($measures.sold, ${said("'Sold and billed'", "'已售且有账单'")}), $below($measures.billed, ${said("'Billed and sold'", "'有账单且已售'")})];`,
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
    INCOMPLETE,
    ...ROWS,
    ...PENDING,
    ...coverageOf(rule),
    '$lacking := $filter($keys($report.completeness), function($flag) {',
    `  $not($lookup($report.completeness, $flag)) and $not($flag in [${notNeeded(rule).map((flag) => `'${flag}'`)}])`,
    '});',
    '[',
    `  $critical > 0 ? $critical & ${said("' critical finding' & ($critical > 1 ? 's.' : '.')", "' 项严重问题。'")},`,
    `  $report.rejected > 0 ? ${said("'Rows that could not be read: ' & $report.rejected & '.'", "'无法读取的行：' & $report.rejected & '。'")},`,
    '  $rows,',
    `  $count($lacking) > 0 ? $incomplete & ${said("': ' & $join($lacking, ', ') & '.'", "'：' & $join($lacking, '、') & '。'")},`,
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
  INCOMPLETE,
  '$lacks := $filter($reasons, function($reason) { $substring($reason, 0, $length($incomplete)) = $incomplete });',
  '$join([',
  `  ${said("'The period stays open:'", "'账期没有关闭：'")},`,
  "  $map($reasons, function($reason) { '- ' & $line($reason) }),",
  `  ${said("'Findings: ' & $counts.critical & ' critical, ' & $counts.warning & ' warning, ' & $counts.info & ' info.'", "'问题：严重 ' & $counts.critical & '，警告 ' & $counts.warning & '，备查 ' & $counts.info & '。'")},`,
  `  $count($lacks) = 0 ? ${said("'All ledgers are complete.'", "'账目完整。'")},`,
  `  ${said("'Input: '", "'输入指纹：'")} & $report.summary.inputFingerprint,`,
  "  $report.findings[severity = 'critical'].(code & ': ' & $line(message))",
  "], '\\n')",
  ')',
);
