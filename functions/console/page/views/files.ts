import { h } from '../element.ts';
import type { Entry } from '../entry.ts';
import { type Rules, suggestedRules } from '../rules.ts';
import type { Words } from '../words/words.ts';
import {
  type Gateway,
  type MappedFields,
  type Problem,
  ROLES,
  type Role,
  type Settings,
} from '../worker/protocol.ts';
import { asideRows } from './aside-rows.ts';
import { mappingForm } from './mapping.ts';
import { filePicker } from './start.ts';

export interface FilesState {
  readonly entries: readonly Entry[];
  settings: Settings;
  /** What the worker reads; empty until it has said so. */
  gateways: readonly Gateway[];
  /** The gateway that a settings file names. */
  gateway?: string | undefined;
  /** What columns may be; empty until the worker has said so. */
  fields: MappedFields;
  /** What went wrong in the last run. */
  problem: Problem | undefined;
}

export interface FilesActions {
  readonly add: (files: readonly File[]) => void;
  readonly remove: (entry: Entry) => void;
  readonly run: () => void;
  /** Reads the columns of a table by other rules. */
  readonly map: (entry: Entry, rules: Rules) => void;
  readonly redraw: () => void;
}

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** What is said of a file, where its name stands above. */
const withoutFile = (sentence: string, file = ''): string =>
  sentence.replace(`${file}: `, '').replace(`${file}：`, '');

const problemBox = (
  { file, message, details, unread, isBug }: Problem,
  heading: string,
  words: Words,
): HTMLElement =>
  h(
    'div',
    { class: 'problem', role: 'alert' },
    h('strong', {}, heading),
    // Of a file the details say it all.
    (file === undefined || details.length === 0) &&
      h(
        'p',
        {},
        isBug
          ? words.problem.bug
          : unread
            ? words.problem.tooMany(unread.count, unread.received)
            : message[words.id],
      ),
    isBug && h('p', { class: 'hint' }, message[words.id]),
    unread && asideRows(unread, words),
    details.length > 0 &&
      h(
        'ul',
        {},
        details.map((detail) => h('li', {}, withoutFile(detail[words.id], file))),
      ),
  );

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

function item(entry: Entry, state: FilesState, words: Words, actions: FilesActions): HTMLElement {
  const { file, recognition, problem } = entry;
  const isLog =
    entry.role === 'logs' ||
    entry.role === 'upstreamLogs' ||
    (entry.role === 'mapped' && entry.rules?.rows === 'logs');
  const share = `${Math.floor(entry.share * 100)} %`;
  return h(
    'li',
    { class: `file${problem ? ' bad' : ''}`, id: `file-${entry.id}` },
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
    recognition &&
      recognition.rows + recognition.unreadCount === 0 &&
      entry.role === 'unknown' &&
      h('p', { class: 'problem', role: 'alert' }, words.files.empty),
    recognition &&
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

const needsUnit = ({ entries }: FilesState): boolean =>
  entries.some(({ role, recognition, preview }) =>
    role === 'mapped'
      ? preview?.needsUnit
      : (role === 'logs' || role === 'upstreamLogs') && recognition?.needsUnit,
  );

/** Nothing of a table can be read by its rules. */
const isUnmapped = ({ role, preview }: Entry): boolean =>
  role === 'mapped' &&
  (preview?.problem !== undefined || (preview?.rows.every(({ reason }) => reason !== undefined) ?? true));

const isUsage = ({ role, rules }: Entry): boolean =>
  role === 'logs' || role === 'ledgers' || (role === 'mapped' && rules?.rows === 'logs');

/** What keeps the books from being reconciled, in words; undefined where nothing does. */
export function obstacle(state: FilesState, words: Words): string | undefined {
  const unknown = state.entries.find(({ role, recognition }) => recognition && role === 'unknown');
  if (unknown) return words.runUnknown(unknown.file.name);
  const unmapped = state.entries.find(isUnmapped);
  if (unmapped) return words.runUnmapped(unmapped.file.name);
  if (!state.entries.some(isUsage)) return words.runMissingLogs;
  if (needsUnit(state) && !(Number(state.settings.quotaPerUnit) > 0)) return words.runMissingUnit;
  return undefined;
}

/** Where the gateway of the logs tells its quotaPerUnit. */
const unitPlace = ({ entries, gateways }: FilesState): string => {
  const connector = entries.find(({ role }) => role === 'logs')?.connector;
  return (gateways.find(({ id }) => id === connector) ?? gateways[0])?.quotaPerUnitAt ?? '';
};

function settingsForm(state: FilesState, words: Words, actions: FilesActions): HTMLElement {
  const { settings: say } = words;
  const field = (
    name: keyof Settings,
    label: string,
    hint: string | false,
    attributes: Record<string, string>,
  ) => {
    const input = h('input', {
      ...{ id: `setting-${name}`, value: state.settings[name], ...attributes },
      ...(hint && { 'aria-describedby': `hint-${name}` }),
      oninput: () => {
        state.settings = { ...state.settings, [name]: input.value.trim() };
        actions.redraw();
      },
    });
    return h(
      'div',
      { class: 'field' },
      h('label', { for: `setting-${name}` }, label),
      input,
      hint && h('p', { class: 'hint', id: `hint-${name}` }, hint),
    );
  };
  return h(
    'fieldset',
    { class: 'settings' },
    h('legend', {}, say.heading),
    needsUnit(state) &&
      field('quotaPerUnit', say.quotaPerUnit, say.quotaPerUnitHint(unitPlace(state)), {
        ...{ inputmode: 'decimal', autocomplete: 'off', required: '' },
      }),
    field('currency', say.currency, say.currencyHint, {
      placeholder: 'USD',
      maxlength: '8',
      autocomplete: 'off',
    }),
    h(
      'div',
      { class: 'pair' },
      field('from', say.from, false, { type: 'date' }),
      field('to', say.to, say.periodHint, { type: 'date' }),
    ),
  );
}

/** The files, what each is, the settings that they need, and the way to the report. */
export function filesView(state: FilesState, words: Words, actions: FilesActions): HTMLElement {
  const isReading = state.entries.some(({ recognition, problem }) => !recognition && !problem);
  const why = obstacle(state, words);
  return h(
    'div',
    { class: 'files' },
    h('h1', { id: 'headline', tabindex: -1 }, words.files.heading),
    state.problem && problemBox(state.problem, words.problem.heading, words),
    h(
      'ul',
      { class: 'list' },
      state.entries.map((entry) => item(entry, state, words, actions)),
    ),
    filePicker(words.files.add, 'quiet', actions.add),
    settingsForm(state, words, actions),
    h(
      'div',
      { class: 'go' },
      h(
        'button',
        {
          ...{
            type: 'button',
            class: 'primary',
            id: 'run',
            disabled: isReading || why !== undefined,
            'aria-describedby': 'why',
          },
          onclick: actions.run,
        },
        words.run,
      ),
      h('p', { class: 'hint', id: 'why', role: 'status' }, isReading ? '' : (why ?? '')),
    ),
  );
}
