import type { VNode } from 'preact';
import { formatLocalTime, nameZone } from '../../zoned-time.ts';
import { isByTotals } from '../answer/compared.ts';
import type { GapLine } from '../answer/first-lines.ts';
import { buildJumpAttributes, h, list } from './element.ts';
import type { View, ViewPart } from './view.ts';

const FLAGS = [
  ...(['upstreamCharges', 'payments', 'requestMatching', 'currency', 'rows', 'margin'] as const),
  ...(['paymentCredits', 'findings', 'pricing', 'tokens'] as const),
];
/** Flags that do not affect any figure, and payments, which many operators do not give. */
const ADVISORY: ReadonlySet<string> = new Set(['payments', 'findings', 'pricing', 'tokens']);

/** Lists the flags that are false, without those that follow from another flag. */
function listMissing({ report }: View): (typeof FLAGS)[number][] {
  const { completeness: flags, summary } = report;
  // A bill without request ids is compared by totals, so the margin is complete although requests were not matched.
  const isWholeByTotals = isByTotals(report) && summary.revenue.pending === '0' && flags.currency;
  const isMoot = (flag: (typeof FLAGS)[number]): boolean =>
    (!flags.upstreamCharges && (flag === 'requestMatching' || flag === 'margin' || flag === 'tokens')) ||
    (!flags.payments && flag === 'paymentCredits') ||
    (isByTotals(report) && flag === 'requestMatching') ||
    (isWholeByTotals && flag === 'margin');
  return FLAGS.filter((flag) => !flags[flag] && !isMoot(flag));
}

/**
 * Mark next to the answer of the report: that the data is complete, or a link to the list of what is missing. Null if
 * only the gaps below the answer are missing.
 */
export function coverageMark(gaps: readonly GapLine[], view: View): ViewPart {
  const { words } = view;
  const lacks = listMissing(view).filter((flag) => !ADVISORY.has(flag)).length;
  return lacks === 0
    ? gaps.length === 0 && view.report.completeness.payments && h('span.coverage.ok', words.coverage.complete)
    : h('a.coverage.lack', { ...buildJumpAttributes('coverage', view.act) }, words.coverage.lacking(lacks));
}

/** Line with the time of the report and the fingerprint of its input. */
export function fingerprintLine({ report, words: { rows: say }, timeZone = 'UTC' }: View): VNode {
  const at = formatLocalTime(Date.parse(report.generatedAt), timeZone).slice(0, 16);
  const text = `${say.generated(`${at} ${nameZone(timeZone)}`)} ${say.fingerprint} `;
  return h('p.hint', text, h('code', report.summary.inputFingerprint));
}

/** Section with the counts of rows, the notes about them, and the fingerprint of the input. */
function rowCountSection(view: View): ViewPart[] {
  const { report, meta, aside, words, language } = view;
  const { rows: say } = words;
  const { records } = report.summary;
  const rows = meta?.rows ?? {
    downstreamUsage: records.downstreamUsage.received,
    upstreamCharges: records.upstreamCharges.received,
    payments: records.payments.received,
    received: Object.values(records).reduce((sum, { received }) => sum + received, 0),
    skipped: {},
  };
  const skipped = Object.entries(rows.skipped).filter(([, count]) => count > 0);
  const names = skipped.map(([name, count]) => say.rowsOf(say.skips[name] ?? name, count));
  const notes = (meta?.notes ?? []).map((note) => h('li.aside', note));
  return [
    h('h3', { id: 'reading' }, say.heading),
    h('p', say.lead(rows)),
    skipped.length > 0 && h('p', `${say.skipped}${names.join(say.comma)}`),
    aside !== undefined &&
      h('details.problem', { open: true }, [
        h('summary', say.aside(aside.count)),
        list(aside.first.map(({ file, row, reason }) => say.rowOf(file, row, reason[language]))),
      ]),
    notes.length > 0 && h('ul.sentences', notes),
    view.act ? fingerprintLine(view) : null,
  ];
}

/** Section that lists what is missing in the input, and what was read. On the screen, collapsed if nothing is missing. */
export function coverageSection(gaps: readonly GapLine[], view: View): VNode {
  const { report, words } = view;
  const { coverage: say } = words;
  const missing = listMissing(view);
  const isWhole = missing.every((flag) => ADVISORY.has(flag)) && gaps.length === 0;
  const isLacking = missing.some((flag) => !ADVISORY.has(flag)) || view.aside !== undefined;
  return h(
    'details',
    { class: `card coverage-card${isLacking ? ' lacks' : ''}`, id: 'coverage', open: isLacking || !view.act },
    [
      h('summary', h('h2', say.heading)),
      h('ul.sentences', [
        isWhole && h('li.ok', say.whole),
        isByTotals(report) && h('li.aside', say.byTotals),
        missing.map((flag) =>
          h('li', { class: ADVISORY.has(flag) ? 'aside' : 'lack', key: flag }, say[flag]),
        ),
      ]),
      rowCountSection(view),
    ],
  );
}
