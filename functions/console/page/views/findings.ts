import type { Finding } from '#shared/schemas/report.ts';
import { acknowledgedIds, acknowledgementsText } from '../acknowledgements.ts';
import { download } from '../download.ts';
import { h } from '../element.ts';
import { findingItem } from './finding-item.ts';
import type { View } from './view.ts';

const FINDINGS_STEP = 20;

/** What the reader looks for; it outlives a redraw. */
const look = { severity: '', search: '', hideKnown: false, shown: FINDINGS_STEP };

/** Everything that a reader may search a finding by. */
const haystack = ({
  id,
  code,
  message,
  model,
  channelId,
  requestId,
  transactionId,
  details,
}: Finding): string =>
  [id, code, message, model, channelId, requestId, transactionId, details?.userId].join('\n').toLowerCase();

/** The list below the filters, drawn again by the function that comes with it. */
function list(view: View) {
  const { report, words, known } = view;
  const { findings: say } = words;
  const texts = report.findings.map(haystack);
  const items = h('ol', { class: 'findings' });
  const status = h('p', { class: 'hint', role: 'status' });
  const onclick = () => {
    look.shown += FINDINGS_STEP;
    redraw();
  };
  const more = h('button', { type: 'button', class: 'quiet', onclick }, say.more);
  const redraw = () => {
    const needle = look.search.trim().toLowerCase();
    const found = report.findings.filter(
      (finding, index) =>
        (look.severity === '' || finding.severity === look.severity) &&
        !(look.hideKnown && known.has(finding.id)) &&
        (texts[index] as string).includes(needle),
    );
    const shown = found.slice(0, look.shown);
    items.replaceChildren(...shown.map((finding) => findingItem(finding, view)));
    status.textContent = found.length === 0 ? say.none : say.shown(shown.length, found.length);
    more.hidden = shown.length === found.length;
  };
  redraw();
  return { elements: [status, items, more], redraw };
}

/** What narrows the list; `changed` is called when the reader changes one of them. */
function filters({ report, words }: View, changed: () => void): HTMLElement {
  const { findings: say } = words;
  const search = h('input', {
    ...{ type: 'search', id: 'search-findings', value: look.search, placeholder: say.search },
    'aria-label': say.search,
    oninput: () => {
      look.search = search.value;
      changed();
    },
  });
  const option = (value: '' | Finding['severity']) =>
    h(
      'option',
      { value, selected: value === look.severity },
      value === '' ? say.any : `${words.severity[value]} (${report.summary.findings[value]})`,
    );
  const severity = h(
    'select',
    {
      ...{ id: 'severity', 'aria-label': say.severity },
      onchange: () => {
        look.severity = severity.value;
        changed();
      },
    },
    (['', 'critical', 'warning', 'info'] as const).map(option),
  );
  const hide = h('input', {
    ...{ type: 'checkbox', id: 'hide-known', checked: look.hideKnown },
    onchange: () => {
      look.hideKnown = hide.checked;
      changed();
    },
  });
  return h(
    'div',
    { class: 'bar-of-tools' },
    search,
    severity,
    h('label', { class: 'check', for: 'hide-known' }, hide, say.hideAcknowledged),
  );
}

/** Saves and loads the reader's acknowledgements: they live in a file, not in the browser. */
function acknowledgements(view: View): HTMLElement {
  const { known, redraw } = view;
  const say = view.words.findings;
  const status = h('p', { class: 'hint', role: 'status' });
  const picker = h('input', {
    ...{ type: 'file', hidden: true, id: 'acknowledgements' },
    onchange: async () => {
      const ids = acknowledgedIds((await picker.files?.[0]?.text()) ?? '');
      if (ids === undefined) {
        status.textContent = say.unloaded;
        return;
      }
      for (const id of ids) known.add(id);
      redraw();
    },
  });
  const save = () => download('acknowledged.json', 'application/json', acknowledgementsText(known));
  const button = (id: string, label: string, disabled: boolean, onclick: () => void) =>
    h('button', { type: 'button', id, disabled, onclick }, label);
  return h(
    'div',
    { class: 'acknowledgements' },
    h(
      'div',
      {},
      h(
        'p',
        { class: 'hint' },
        known.size > 0 && h('strong', {}, say.acknowledged(known.size), '. '),
        say.ackHint,
      ),
      status,
    ),
    h(
      'div',
      { class: 'choices' },
      button('load-acknowledgements', say.load, false, () => picker.click()),
      picker,
      button('save-acknowledgements', say.save, known.size === 0, save),
    ),
  );
}

/** All findings, filtered and searched, with the acknowledgements' file. */
export function findings(view: View): HTMLElement {
  const { elements, redraw } = list(view);
  const changed = () => {
    look.shown = FINDINGS_STEP;
    redraw();
  };
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'findings' },
    h('h2', { id: 'findings' }, view.words.findings.heading),
    filters(view, changed),
    elements,
    acknowledgements(view),
  );
}
