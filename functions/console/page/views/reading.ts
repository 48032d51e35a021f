import { h } from '../element.ts';
import { asideRows } from './aside-rows.ts';
import type { View } from './view.ts';

/** Where the rows went, what the normalizer noted, and what names the input. */
export function reading({ report, meta, aside, words: all }: View): HTMLElement {
  const { rows: words } = all;
  const { records, inputFingerprint } = report.summary;
  const rows = meta?.rows ?? {
    downstreamUsage: records.downstreamUsage.received,
    upstreamCharges: records.upstreamCharges.received,
    payments: records.payments.received,
    received: Object.values(records).reduce((sum, { received }) => sum + received, 0),
    skipped: {},
  };
  const skipped = Object.entries(rows.skipped).filter(([, count]) => count > 0);
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'reading' },
    h('h2', { id: 'reading' }, words.heading),
    h('p', {}, words.lead(rows)),
    skipped.length > 0 &&
      h(
        'p',
        {},
        words.skipped,
        ' ',
        skipped.map(([name, count]) => `${words.skips[name] ?? name} ${count}`).join(words.comma),
      ),
    aside &&
      h(
        'details',
        { class: 'problem', open: true },
        h('summary', {}, words.aside(aside.count)),
        asideRows(aside, all),
      ),
    meta &&
      meta.notes.length > 0 &&
      h(
        'ul',
        { class: 'sentences' },
        meta.notes.map((note) => h('li', { class: 'aside' }, note)),
      ),
    h(
      'p',
      { class: 'hint' },
      words.generated(report.generatedAt),
      ' ',
      words.fingerprint,
      ' ',
      h('code', {}, inputFingerprint),
    ),
  );
}
