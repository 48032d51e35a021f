import type { Finding } from '#shared/schemas/report.ts';
import { acknowledgedIds, acknowledgementsText } from '../acknowledgements.ts';
import { download } from '../download.ts';
import { h } from '../element.ts';
import { searchTexts } from '../search-texts.ts';
import { findingItem } from './finding-item.ts';
import { type PageOfList, pageOf, pager } from './pager.ts';
import type { View } from './view.ts';

/** What the reader looks for, and where; it outlives a redraw. */
const look = { severity: '', search: '', hideKnown: false };
const page: PageOfList = { size: 10, number: 0 };

/** The findings that the reader asks for, of all that there are. */
function foundBy({ report, known }: View): readonly Finding[] {
  const { severity, hideKnown } = look;
  const needle = look.search.trim().toLowerCase();
  if (severity === '' && !hideKnown && needle === '') return report.findings;
  const texts = needle === '' ? [] : searchTexts(report);
  return report.findings.filter(
    (finding, index) =>
      (severity === '' || finding.severity === severity) &&
      !(hideKnown && known.has(finding.id)) &&
      (needle === '' || (texts[index] as string).includes(needle)),
  );
}

/** The list below the filters, drawn again by the function that comes with it. */
function list(view: View) {
  const { findings: say } = view.words;
  const status = h('p', { class: 'hint', role: 'status' });
  const below = h('div', {});
  const redraw = () => {
    const focused = document.activeElement?.id ?? '';
    const found = foundBy(view);
    const items = h(
      'ol',
      { class: 'findings', id: 'findings-list' },
      pageOf(page, found).map((finding) => findingItem(finding, 'ack', view)),
    );
    const turn = pager('findings-pages', page, found.length, view.words, redraw);
    below.replaceChildren(items, ...(turn ? [turn] : []));
    status.textContent = found.length === 0 ? say.none : say.shown(found.length);
    if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
  };
  redraw();
  return { elements: [status, below], redraw };
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
    page.number = 0;
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
