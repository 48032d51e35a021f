import { h } from '../element.ts';
import type { Entry } from '../entry.ts';
import { suggestedRules } from '../rules.ts';
import type { Words } from '../words/words.ts';
import { ROLES, type Role } from '../worker/protocol.ts';
import type { FilesActions, FilesState } from './files-state.ts';
import { mappingForm } from './mapping.ts';
import { problemBox } from './problem-box.ts';

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Whose rows go into the books. */
const USED: ReadonlySet<Role> = new Set([
  ...(['logs', 'upstreamLogs', 'bill', 'payments', 'channels', 'ledgers', 'mapped'] as const),
]);

/** What helps to read the others. */
const AIDS: ReadonlySet<Role> = new Set(['status', 'settings', 'rules', 'acknowledged']);

/** What a file is only by its content. */
const UNCHOSEN: ReadonlySet<Role> = new Set(['unknown', 'status', 'settings', 'rules', 'acknowledged']);

function roleChoice(entry: Entry, words: Words, { map, redraw }: FilesActions): HTMLElement {
  const columns = entry.recognition?.columns;
  const select = h(
    'select',
    {
      ...{ id: `role-${entry.id}`, 'aria-label': words.files.is(entry.file.name) },
      onchange: () => {
        entry.role = select.value as Role;
        if (entry.role === 'mapped') map(entry, entry.rules ?? suggestedRules(columns ?? []));
        else redraw();
      },
    },
    ROLES.filter((role) =>
      role === 'mapped' ? columns !== undefined : role === entry.role || !UNCHOSEN.has(role),
    ).map((role) => h('option', { value: role, selected: role === entry.role }, words.files.roles[role])),
  );
  return select;
}

function connectorChoice(
  entry: Entry,
  { gateways }: FilesState,
  words: Words,
  redraw: () => void,
): HTMLElement {
  const select = h(
    'select',
    {
      ...{ id: `connector-${entry.id}`, 'aria-label': words.files.gateway(entry.file.name) },
      onchange: () => {
        entry.connector = select.value;
        redraw();
      },
    },
    gateways.map(({ id, name }) => h('option', { value: id, selected: id === entry.connector }, name)),
  );
  return select;
}

/** How a file stands to the books, for the eye. */
function standingOf({ recognition, problem, role }: Entry): 'reading' | 'bad' | 'used' | 'unused' {
  if (problem) return 'bad';
  if (!recognition) return 'reading';
  return USED.has(role) || AIDS.has(role) ? 'used' : 'unused';
}

/** A file: what it is, how it is read, and what is wrong with it. */
export function fileItem(entry: Entry, state: FilesState, words: Words, actions: FilesActions): HTMLElement {
  const { file, recognition, problem } = entry;
  const isLog =
    entry.role === 'logs' ||
    entry.role === 'upstreamLogs' ||
    (entry.role === 'mapped' && entry.rules?.rows === 'logs');
  const share = `${Math.floor(entry.share * 100)} %`;
  return h(
    'li',
    { class: `file ${standingOf(entry)}`, id: `file-${entry.id}` },
    h(
      'div',
      { class: 'name' },
      h('span', {}, file.name),
      h(
        'span',
        { class: 'hint' },
        [size(file.size), recognition && recognition.rows > 0 ? words.files.rows(recognition.rows) : '']
          .filter(Boolean)
          .join(' · '),
      ),
    ),
    h(
      'div',
      { class: 'choices' },
      !recognition && !problem && h('span', { class: 'hint', role: 'status' }, words.files.reading(share)),
      recognition && roleChoice(entry, words, actions),
      recognition && isLog && connectorChoice(entry, state, words, actions.redraw),
      h(
        'button',
        {
          type: 'button',
          class: 'remove',
          'aria-label': words.files.remove(file.name),
          onclick: () => actions.remove(entry),
        },
        '×',
      ),
    ),
    !recognition && !problem && h('progress', { max: 1, value: entry.share, 'aria-label': file.name }),
    recognition?.isAmbiguous && isLog && h('p', { class: 'hint' }, words.files.ambiguous),
    entry.repeats !== undefined &&
      entry.role === 'ignored' &&
      h('p', { class: 'hint' }, words.files.repeats(entry.repeats)),
    recognition?.leftOut &&
      entry.role === 'ignored' &&
      h('p', { class: 'hint' }, words.files.leftOut(recognition.leftOut[words.id])),
    recognition &&
      entry.role === 'unknown' &&
      h('p', { class: 'hint' }, recognition.rows > 0 ? words.files.unknown : words.files.empty),
    recognition &&
      USED.has(entry.role) &&
      recognition.stripped.length > 0 &&
      h('p', { class: 'hint' }, words.files.stripped(recognition.stripped.join(', '))),
    recognition &&
      recognition.unreadCount > 0 &&
      h(
        'div',
        { class: 'problem' },
        words.files.unread(recognition.unreadCount),
        h(
          'ul',
          {},
          recognition.unread.map(({ row, reason }) => h('li', {}, words.files.row(row, reason[words.id]))),
        ),
      ),
    entry.role === 'mapped' && mappingForm(entry, state.fields, words, actions.map),
    problem && problemBox(problem, words.problem.read(file.name), words),
  );
}
