import type { VNode } from 'preact';
import { button, h, list } from '#shared/report-view/element.ts';
import type { Typed } from '#shared/report-view/view.ts';
import { columnsOf, type Entry } from '../entry.ts';
import { suggestedRules } from '../rules.ts';
import { channelOf } from '../settings/stated.ts';
import type { Words } from '../words/words.ts';
import { type Recognition, ROLES, type Role } from '../worker/protocol.ts';
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
const AIDS: ReadonlySet<Role> = new Set([
  ...(['status', 'settings', 'prices', 'rules', 'known', 'earlier'] as const),
]);

/** What a file is only by its content. */
const UNCHOSEN: ReadonlySet<Role> = new Set(['unknown', ...AIDS]);

function roleChoice(entry: Entry, words: Words, { map, redraw }: FilesActions): VNode {
  const columns = columnsOf(entry);
  return h(
    'select',
    {
      id: `role-${entry.id}`,
      'aria-label': words.files.is(entry.file.name),
      value: entry.role,
      onChange: ({ currentTarget }: Typed) => {
        entry.role = currentTarget.value as Role;
        entry.isChosen = true;
        if (entry.role === 'mapped') map(entry, entry.rules ?? suggestedRules(columns));
        else redraw();
      },
    },
    ROLES.filter((role) =>
      role === 'mapped' ? columns.length > 0 : role === entry.role || !UNCHOSEN.has(role),
    ).map((role) => h('option', { value: role, selected: role === entry.role }, words.files.roles[role])),
  );
}

function connectorChoice(entry: Entry, { gateways }: FilesState, words: Words, redraw: () => void): VNode {
  return h(
    'select',
    {
      id: `connector-${entry.id}`,
      'aria-label': words.files.gateway(entry.file.name),
      ...(entry.connector !== undefined && { value: entry.connector }),
      onChange: ({ currentTarget }: Typed) => {
        entry.connector = currentTarget.value;
        redraw();
      },
    },
    gateways.map(({ id, name }) => h('option', { value: id, selected: id === entry.connector }, name)),
  );
}

/** The channel that a bill is of, among those of the log. */
function channelChoice(entry: Entry, state: FilesState, words: Words, redraw: () => void): VNode {
  const { entries, sold, channelNames } = state;
  const chosen = channelOf(entry, entries) ?? '';
  return h(
    'select',
    {
      id: `channel-${entry.id}`,
      'aria-label': words.files.channel(entry.file.name),
      value: chosen,
      onChange: ({ currentTarget }: Typed) => {
        entry.channel = currentTarget.value;
        redraw();
      },
    },
    [
      h('option', { value: '' }, words.files.anyChannel),
      sold.channels.map((id) =>
        h('option', { value: id, selected: id === chosen }, words.files.ofChannel(id, channelNames[id])),
      ),
    ],
  );
}

/** How a file stands to the books, for the eye. */
function standingOf({ recognition, problem, role }: Entry): 'reading' | 'bad' | 'used' | 'unused' {
  if (problem) return 'bad';
  if (!recognition) return 'reading';
  return USED.has(role) || AIDS.has(role) ? 'used' : 'unused';
}

/** The name of a file, and how large it is. */
function nameOf({ file, recognition }: Entry, words: Words): VNode {
  const rows = recognition && recognition.rows > 0 ? [words.files.rows(recognition.rows)] : [];
  return h('div.name', h('span', file.name), h('span.hint', [size(file.size), ...rows].join(' · ')));
}

const isLog = ({ role, rules }: Entry): boolean =>
  role === 'logs' || role === 'upstreamLogs' || (role === 'mapped' && rules?.rows === 'logs');

const isBill = ({ role, rules }: Entry, { sold }: FilesState): boolean =>
  sold.channels.length > 0 && (role === 'bill' || (role === 'mapped' && rules?.rows === 'upstreamCharges'));

/** What the reader may say of a file: what it is, who wrote it, that it shall go. */
function choicesOf(entry: Entry, state: FilesState, words: Words, actions: FilesActions): VNode {
  const { file, recognition, problem, share } = entry;
  const isReading = !recognition && !problem;
  return h('div.choices', [
    isReading && h('span.hint', { role: 'status' }, words.files.reading(`${Math.floor(share * 100)} %`)),
    recognition && roleChoice(entry, words, actions),
    recognition && isLog(entry) && connectorChoice(entry, state, words, actions.redraw),
    recognition && isBill(entry, state) && channelChoice(entry, state, words, actions.redraw),
    button(
      {
        class: 'remove',
        'aria-label': words.files.remove(file.name),
        onClick: () => actions.remove(entry),
      },
      '×',
    ),
  ]);
}

/** What the reader should know of a file that can be read. */
function hintsOn(entry: Entry, { files: say, id }: Words): string[] {
  const { recognition, role } = entry;
  if (!recognition) return [];
  const { brokenOff, isAmbiguous, leftOut, rows, stripped } = recognition;
  return [
    ...(isAmbiguous && isLog(entry) ? [say.ambiguous] : []),
    ...(brokenOff ? [brokenOff[id]] : []),
    ...(leftOut && role === 'ignored' ? [say.leftOut(leftOut[id])] : []),
    ...(role === 'unknown' ? [rows > 0 ? say.unknown : say.empty] : []),
    ...(USED.has(role) && stripped.length > 0 ? [say.stripped(stripped.join(', '))] : []),
  ];
}

/** Rows of a file that cannot be read, the first of them with their reasons. */
const unreadBox = ({ unreadCount, unread }: Recognition, { files: say, id }: Words): VNode =>
  h('div.problem', say.unread(unreadCount), list(unread.map(({ row, reason }) => say.row(row, reason[id]))));

/** A file: what it is, how it is read, and what is wrong with it. */
export function fileItem(entry: Entry, state: FilesState, words: Words, actions: FilesActions): VNode {
  const { file, recognition, problem } = entry;
  return h('li', { class: `file ${standingOf(entry)}`, id: `file-${entry.id}` }, [
    nameOf(entry, words),
    choicesOf(entry, state, words, actions),
    !recognition && !problem && h('progress', { max: 1, value: entry.share, 'aria-label': file.name }),
    hintsOn(entry, words).map((hint) => h('p.hint', hint)),
    recognition && recognition.unreadCount > 0 && unreadBox(recognition, words),
    entry.role === 'mapped' && mappingForm(entry, state.fields, words, actions.map),
    problem && problemBox(problem, words.problem.read(file.name), words),
    problem?.isBrokenOff &&
      button({ class: 'quiet go-on', onClick: () => actions.goOn(entry) }, words.problem.goOn),
  ]);
}
