import type { VNode } from 'preact';
import { button, h, inputField, list, selectBox } from '#shared/report/view/element.ts';
import type { TextInput } from '#shared/report/view/view.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import { columnsOf, FILE_TERMS, type FileEntry, isReading } from '../file-entry.ts';
import type { PageState } from '../page-state.ts';
import { pathOf } from '../paths.ts';
import { findBillSettings } from '../settings/settings-from-files.ts';
import type { PageWords } from '../words/words.ts';
import { type FileContent, ROLES, ROW_ROLES, type Role, sourceFieldOf } from '../worker/protocol.ts';
import { mappingForm } from './mapping.ts';
import { problemBox } from './problem-box.ts';

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

function roleChoice(entry: FileEntry, state: PageState, { files: texts }: PageWords): VNode {
  const roles = ROLES.filter((role) =>
    role === 'mapped'
      ? columnsOf(entry).length > 0
      : role === entry.role || role === 'ignored' || ROW_ROLES.has(role),
  );
  return selectBox(
    { id: `role-${entry.id}`, 'aria-label': texts.is(entry.file.name) },
    entry.role,
    roles.map((role) => [role, texts.roles[role]]),
    (role) => state.changeEntry(entry, { role: role as Role }),
  );
}

/** Choice of the gateway that wrote a log. Names the fork if it was recognized, else that it may be a fork. */
function connectorChoice(entry: FileEntry, state: PageState, { files: texts }: PageWords): VNode {
  const { connector, fork } = entry.recognition ?? {};
  return selectBox(
    { id: `connector-${entry.id}`, 'aria-label': texts.gateway(entry.file.name) },
    entry.connector,
    state.gateways.map(({ id, name, forks }) => [
      id,
      (id === connector && fork) || (forks ? texts.orFork(name) : name),
    ]),
    (chosen) => state.changeEntry(entry, { connector: chosen }),
  );
}

/** Choice of the channel of a bill, among the channels of the log. */
function channelChoice(entry: FileEntry, state: PageState, { files: texts }: PageWords): VNode {
  const { entries, sold, channelNames } = state;
  const channels = sold.channels.map((id) => [id, texts.ofChannel(id, channelNames[id])] as const);
  return selectBox(
    { id: `channel-${entry.id}`, 'aria-label': texts.channel(entry.file.name) },
    findBillSettings(entry, entries).channel ?? '',
    [['', texts.anyChannel], ...channels],
    (channel) => state.changeEntry(entry, { channel }),
  );
}

/** Fields for what no column of a bill states: the unit of an upstream's log, a currency, a factor. */
function termFields(entry: FileEntry, state: PageState, { files: texts }: PageWords): VNode {
  const stated = findBillSettings(entry, state.entries);
  const fields = FILE_TERMS.filter((name) => name !== 'quotaPerUnit' || entry.role === 'upstreamLogs');
  const isAsked = entry.role === 'upstreamLogs' || entry.recognition?.needsFactor === true;
  return h('details', { open: isAsked }, [
    h('summary', { id: `terms-${entry.id}` }, texts.terms.heading),
    h(
      'div.columns',
      fields.map((name) => {
        const id = `${name}-${entry.id}`;
        const onChange = ({ currentTarget }: TextInput) =>
          state.changeEntry(entry, { terms: { ...entry.terms, [name]: currentTarget.value.trim() } });
        return inputField(id, texts.terms[name], { value: String(stated[name] ?? ''), onChange });
      }),
    ),
  ]);
}

/** State of a file, as its CSS class. */
function fileState(entry: FileEntry): 'reading' | 'bad' | 'used' | 'unused' {
  const { problem, role } = entry;
  if (problem) return 'bad';
  if (isReading(entry)) return 'reading';
  return role === 'unknown' || role === 'ignored' ? 'unused' : 'used';
}

/** Line with the name of a file, its size and its number of rows. */
function nameLine({ file, content }: FileEntry, words: PageWords): VNode {
  const rows = content && content.rows > 0 ? [words.files.rows(content.rows)] : [];
  return h('div.name', h('span', pathOf(file)), h('span.hint', [formatSize(file.size), ...rows].join(' · ')));
}

const isLog = ({ role, rules }: FileEntry): boolean =>
  role === 'logs' || role === 'upstreamLogs' || (role === 'mapped' && rules?.rows === 'logs');

const isBill = (entry: FileEntry): boolean =>
  entry.role !== 'upstreamLogs' && sourceFieldOf(entry) === 'upstreamCharges';

/** Line with the choices for a file: role, gateway, channel, and a button that removes it. */
function choiceLine(entry: FileEntry, state: PageState, words: PageWords): VNode {
  const { file, recognition, share } = entry;
  return h('div.choices', [
    isReading(entry) &&
      h('span.hint', { role: 'status' }, words.files.reading(`${Math.floor(share * 100)} %`)),
    recognition && roleChoice(entry, state, words),
    recognition && isLog(entry) && connectorChoice(entry, state, words),
    recognition && isBill(entry) && state.sold.channels.length > 0 && channelChoice(entry, state, words),
    button(
      { class: 'remove', 'aria-label': words.files.remove(file.name), onClick: () => state.remove(entry) },
      '×',
    ),
  ]);
}

/** Hints about a file that can be read. */
function listHints(entry: FileEntry, { files: texts, id }: PageWords): string[] {
  const { recognition, content, role } = entry;
  if (!recognition || !content) return [];
  const { isAmbiguous, leftOut, stripped } = recognition;
  const { brokenOff, rows } = content;
  return [
    ...(isAmbiguous && isLog(entry) ? [texts.ambiguous] : []),
    ...(brokenOff ? [brokenOff[id]] : []),
    ...(leftOut && role === 'ignored' ? [texts.leftOut(leftOut[id])] : []),
    ...(role === 'unknown' ? [rows > 0 ? texts.unknown : texts.empty] : []),
    ...(ROW_ROLES.has(role) && stripped.length > 0
      ? [texts.stripped(stripped.join(viewWords[id].rows.comma))]
      : []),
  ];
}

/** Box with the number of rows that cannot be read, and the reasons of the first ones. */
const unreadBox = ({ unreadCount, unread }: FileContent, { files: texts, id }: PageWords): VNode =>
  h(
    'div.problem',
    texts.unread(unreadCount),
    list(unread.map(({ row, reason }) => texts.row(row, reason[id]))),
  );

/** List item of a file: its role, its mapping, and its problems. */
export function fileItem(entry: FileEntry, state: PageState, words: PageWords): VNode {
  const { file, recognition, content, problem } = entry;
  return h('li', { class: `file ${fileState(entry)}`, id: `file-${entry.id}` }, [
    nameLine(entry, words),
    choiceLine(entry, state, words),
    isReading(entry) && h('progress', { max: 1, value: entry.share, 'aria-label': file.name }),
    recognition && (isBill(entry) || entry.role === 'upstreamLogs') && termFields(entry, state, words),
    listHints(entry, words).map((hint) => h('p.hint', hint)),
    content && content.unreadCount > 0 && unreadBox(content, words),
    entry.role === 'mapped' && mappingForm(entry, state, words),
    problem && problemBox(problem, words.problem.read(file.name), words),
    problem?.isBrokenOff &&
      button({ class: 'quiet go-on', onClick: () => state.readPartially(entry) }, words.problem.goOn),
  ]);
}
