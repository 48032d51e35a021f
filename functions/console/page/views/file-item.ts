import type { VNode } from 'preact';
import { button, h, list } from '#shared/report/view/element.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import type { Desk } from '../desk.ts';
import { columnsOf, type Entry } from '../entry.ts';
import { fileSettings } from '../settings/stated.ts';
import type { Words } from '../words/words.ts';
import { fieldOf, type Recognition, ROLES, type Role, USED } from '../worker/protocol.ts';
import { choice } from './choice.ts';
import { mappingForm } from './mapping.ts';
import { problemBox } from './problem-box.ts';

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

function roleChoice(entry: Entry, desk: Desk, { files: say }: Words): VNode {
  const roles = ROLES.filter((role) =>
    role === 'mapped'
      ? columnsOf(entry).length > 0
      : role === entry.role || role === 'ignored' || USED.has(role),
  );
  return choice(
    { id: `role-${entry.id}`, 'aria-label': say.is(entry.file.name) },
    entry.role,
    roles.map((role) => [role, say.roles[role]]),
    (role) => desk.choose(entry, { role: role as Role }),
  );
}

const connectorChoice = (entry: Entry, desk: Desk, { files: say }: Words): VNode =>
  choice(
    { id: `connector-${entry.id}`, 'aria-label': say.gateway(entry.file.name) },
    entry.connector,
    desk.gateways.map(({ id, name }) => [id, name]),
    (connector) => desk.choose(entry, { connector }),
  );

/** The channel that a bill is of, among those of the log. */
function channelChoice(entry: Entry, desk: Desk, { files: say }: Words): VNode {
  const { entries, sold, channelNames } = desk;
  const channels = sold.channels.map((id) => [id, say.ofChannel(id, channelNames[id])] as const);
  return choice(
    { id: `channel-${entry.id}`, 'aria-label': say.channel(entry.file.name) },
    fileSettings(entry, entries).channel ?? '',
    [['', say.anyChannel], ...channels],
    (channel) => desk.choose(entry, { channel }),
  );
}

/** How a file stands to the books, for the eye. */
function standingOf({ recognition, problem, role }: Entry): 'reading' | 'bad' | 'used' | 'unused' {
  if (problem) return 'bad';
  if (!recognition) return 'reading';
  return role === 'unknown' || role === 'ignored' ? 'unused' : 'used';
}

/** The name of a file, and how large it is. */
function nameOf({ file, recognition }: Entry, words: Words): VNode {
  const rows = recognition && recognition.rows > 0 ? [words.files.rows(recognition.rows)] : [];
  return h('div.name', h('span', file.name), h('span.hint', [size(file.size), ...rows].join(' · ')));
}

const isLog = ({ role, rules }: Entry): boolean =>
  role === 'logs' || role === 'upstreamLogs' || (role === 'mapped' && rules?.rows === 'logs');

const isBill = (entry: Entry): boolean =>
  entry.role !== 'upstreamLogs' && fieldOf(entry) === 'upstreamCharges';

/** What the reader may say of a file: what it is, who wrote it, that it shall go. */
function choicesOf(entry: Entry, desk: Desk, words: Words): VNode {
  const { file, recognition, problem, share } = entry;
  const isReading = !recognition && !problem;
  return h('div.choices', [
    isReading && h('span.hint', { role: 'status' }, words.files.reading(`${Math.floor(share * 100)} %`)),
    recognition && roleChoice(entry, desk, words),
    recognition && isLog(entry) && connectorChoice(entry, desk, words),
    recognition && isBill(entry) && desk.sold.channels.length > 0 && channelChoice(entry, desk, words),
    button(
      { class: 'remove', 'aria-label': words.files.remove(file.name), onClick: () => desk.remove(entry) },
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
    ...(USED.has(role) && stripped.length > 0 ? [say.stripped(stripped.join(viewWords[id].rows.comma))] : []),
  ];
}

/** Rows of a file that cannot be read, the first of them with their reasons. */
const unreadBox = ({ unreadCount, unread }: Recognition, { files: say, id }: Words): VNode =>
  h('div.problem', say.unread(unreadCount), list(unread.map(({ row, reason }) => say.row(row, reason[id]))));

/** A file: what it is, how it is read, and what is wrong with it. */
export function fileItem(entry: Entry, desk: Desk, words: Words): VNode {
  const { file, recognition, problem } = entry;
  return h('li', { class: `file ${standingOf(entry)}`, id: `file-${entry.id}` }, [
    nameOf(entry, words),
    choicesOf(entry, desk, words),
    !recognition && !problem && h('progress', { max: 1, value: entry.share, 'aria-label': file.name }),
    hintsOn(entry, words).map((hint) => h('p.hint', hint)),
    recognition && recognition.unreadCount > 0 && unreadBox(recognition, words),
    entry.role === 'mapped' && mappingForm(entry, desk, words),
    problem && problemBox(problem, words.problem.read(file.name), words),
    problem?.isBrokenOff &&
      button({ class: 'quiet go-on', onClick: () => desk.goOn(entry) }, words.problem.goOn),
  ]);
}
