import type { VNode } from 'preact';
import { formatLocalTime, nameZone } from '../../zoned-time.ts';
import { isByTotals } from '../answer/compared.ts';
import type { GapLine } from '../answer/first-lines.ts';
import { buildJumpAttributes, h, list } from './element.ts';
import type { View, ViewPart } from './view.ts';

/** Flags about figures, then flags about checks. Other lines name a missing bill and missing payments. */
const FLAGS = [
  ...(['requestMatching', 'currency', 'rows', 'margin', 'paymentCredits'] as const),
  ...(['findings', 'pricing', 'tokens'] as const),
];
type Flag = (typeof FLAGS)[number];
/** Flags that do not affect any figure. */
const ADVISORY: ReadonlySet<Flag> = new Set(['findings', 'pricing', 'tokens'] as const);

/** Lists the flags that are false, without those that follow from another flag. */
function listMissing({ report }: View): Flag[] {
  const { completeness, summary } = report;
  const [isUnbilled, areTotals] = [!completeness.upstreamCharges, isByTotals(report)];
  const isMoot: Partial<Record<Flag, boolean>> = {
    requestMatching: isUnbilled || areTotals,
    tokens: isUnbilled,
    // A bill without request ids is compared by totals, so the margin is complete although requests were not matched.
    margin: isUnbilled || (areTotals && summary.revenue.pending === '0' && completeness.currency),
    paymentCredits: !completeness.payments,
  };
  return FLAGS.filter((flag) => !completeness[flag] && !isMoot[flag]);
}

/** What figures lack if no line about a gap says it, as a link to the section about missing data. */
export function coverageLink(gaps: readonly GapLine[], view: View): ViewPart {
  const flag = listMissing(view).find((flag) => !ADVISORY.has(flag));
  if (flag === undefined || gaps.length > 0) return null;
  return h('p.scope', h('a', buildJumpAttributes('coverage', view.act), view.words.coverage[flag]));
}

/** Line with the time of the report and the fingerprint of its input. */
export function fingerprintLine({ report, words: { rows: say }, timeZone }: View): VNode {
  const at = formatLocalTime(Date.parse(report.generatedAt), timeZone).slice(0, 16);
  const text = `${say.generated(`${at} ${nameZone(timeZone)}`)} ${say.fingerprint} `;
  return h('p.hint', text, h('code', report.summary.inputFingerprint));
}

/** Section with the counts of rows, the notes about them, and the fingerprint of the input. */
function rowCountSection(view: View): ViewPart[] {
  const { meta, aside, words, language } = view;
  const { rows } = meta;
  const { rows: say } = words;
  const skipped = Object.entries(rows.skipped).filter(([, count]) => count > 0);
  const names = skipped.map(([name, count]) => say.rowsOf(say.skips[name] ?? name, count));
  const notes = meta.notes.map((note) => h('li.aside', note));
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
export function coverageSection(view: View): VNode {
  const { report, words } = view;
  const { coverage: say } = words;
  const missing = listMissing(view);
  const isLacking = missing.some((flag) => !ADVISORY.has(flag)) || view.aside !== undefined;
  return h(
    'details',
    { class: `card coverage-card${isLacking ? ' lacks' : ''}`, id: 'coverage', open: isLacking || !view.act },
    [
      h('summary', h('h2', say.heading)),
      h('ul.sentences', [
        isByTotals(report) && h('li.aside', say.byTotals),
        missing.map((flag) =>
          h('li', { class: ADVISORY.has(flag) ? 'aside' : 'lack', key: flag }, say[flag]),
        ),
      ]),
      rowCountSection(view),
    ],
  );
}
