import type { Language } from '#shared/language.ts';
import { inEach } from '#shared/sentence.ts';
import { type Answered, toldIn } from './answered.ts';
import { problemHere } from './as-here.ts';
import { h } from './element.ts';
import type { Entry } from './entry.ts';
import { exampleFiles, QUOTA_PER_UNIT } from './example.ts';
import { fits, type Rules, suggestedRules } from './rules.ts';
import { startWorker } from './start-worker.ts';
import { filledIn, given, statedBy } from './stated.ts';
import { filesView } from './views/files.ts';
import type { FilesState, FormSettings } from './views/files-state.ts';
import { frame, type Theme } from './views/frame.ts';
import { obstacle } from './views/obstacle.ts';
import { reportView } from './views/report.ts';
import { startView } from './views/start.ts';
import { workingView } from './views/working.ts';
import { languageOf, languages } from './words/words.ts';
import type { News, Order, Progress, Recognition } from './worker/protocol.ts';

/** The page as it was loaded: what a report file is made of. */
const page = `<!doctype html>\n${document.documentElement.outerHTML}`;
const root = document.getElementById('console') as HTMLElement;
const workerSource = document.getElementById('worker')?.textContent ?? '';
const inside = document.getElementById('report')?.textContent?.trim() ?? '';

const NO_SETTINGS: FormSettings = { quotaPerUnit: '', currency: '', from: '', to: '' };
const files: FilesState & { entries: Entry[] } = {
  entries: [],
  gateways: [],
  fields: { upstreamCharges: [], payments: [], logs: [] },
  settings: NO_SETTINGS,
  problem: undefined,
};
const reader: { language: Language; theme: Theme } = {
  language: languageOf(navigator.languages),
  theme: 'system',
};
const known = new Set<string>();
let answered: Answered | undefined;
/** The same in the reader's language, once it has been put into words. */
let told: { readonly language: Language; readonly answered: Answered } | undefined;
let progress: Progress | undefined;
let worker: Worker | undefined;
let lastId = 0;

function hearingWorker(): Worker {
  const started = startWorker(workerSource);
  started.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data));
  started.addEventListener('error', ({ message }) => {
    progress = undefined;
    files.problem = { message: inEach(() => message), details: [], isBug: true };
    draw();
  });
  return started;
}

const order = (sent: Order): void => {
  worker ??= hearingWorker();
  worker.postMessage(sent);
};

const entryOf = (id: number): Entry | undefined => files.entries.find((entry) => entry.id === id);

function hear(news: News): void {
  if (news.is === 'ready') {
    files.gateways = news.gateways;
    files.fields = news.fields;
    draw();
    return;
  }
  if (news.is === 'answered') {
    answered = news.answered;
    told = undefined;
    progress = undefined;
    draw();
    focusHeadline();
    return;
  }
  if (news.is === 'refused') {
    files.problem = problemHere(news.problem);
    progress = undefined;
    draw();
    return;
  }
  if (news.is === 'progress') {
    progress = news.progress;
    draw();
    return;
  }
  const entry = entryOf(news.id);
  if (!entry) return;
  if (news.is === 'share') entry.share = news.share;
  else if (news.is === 'role') {
    if (!entry.isChosen) entry.role = news.role;
  } else if (news.is === 'unreadable') entry.problem = problemHere(news.problem);
  else if (news.is === 'mapped') {
    entry.preview = news.preview;
    entry.connector ??= news.preview.connector;
  } else takeIn(entry, news.recognition);
  if (isAwaited) runExample();
  draw();
}

/** What a file says of itself, of the settings, and of how other files are read. */
function takeIn(entry: Entry, recognition: Recognition): void {
  const { role, connector, columns, acknowledged = [], settings, unit } = recognition;
  Object.assign(entry, { recognition, connector: entry.connector ?? connector });
  if (!entry.isChosen) entry.role = role;
  for (const id of acknowledged) known.add(id);
  if (settings) files.settings = filledIn(files.settings, settings);
  else if (unit !== undefined && files.settings.quotaPerUnit === '')
    files.settings = filledIn(files.settings, { quotaPerUnit: unit });
  if (columns && (entry.role === 'unknown' || entry.role === 'mapped'))
    map(entry, (entry.isRuledByHand && entry.rules) || suggestedRules(columns));
  const { connector: gateway } = given(files.entries);
  for (const one of files.entries) {
    if (one.recognition?.isAmbiguous && gateway) one.connector = gateway;
    const rules = one.recognition?.columns && rulesFor(one.recognition.columns);
    if (rules && one.rules !== rules && !one.isRuledByHand) map(one, rules);
  }
}

/** The rules among the files that are meant for a table with these columns. */
const rulesFor = (columns: readonly string[]) =>
  files.entries.map(({ recognition }) => recognition?.rules).find((rules) => rules && fits(rules, columns));

function map(entry: Entry, rules: Rules): void {
  Object.assign(entry, { role: 'mapped', rules });
  order({ do: 'map', id: entry.id, name: entry.file.name, rules });
}

/** Has a file looked at, for the first time or again; what the reader has said of it stays. */
function look(entry: Entry): void {
  const { id, file, isPartial = false } = entry;
  delete entry.recognition;
  delete entry.problem;
  entry.share = 0;
  order({ do: 'look', id, file, isPartial });
}

function add(added: readonly File[], isExample = false): void {
  // The example leaves with the first file of the reader's own.
  if (!isExample && files.entries.some((entry) => entry.isExample)) startOver();
  for (const file of added) {
    const entry: Entry = {
      id: ++lastId,
      file,
      share: 0,
      role: 'unknown',
      connector: undefined,
      rules: undefined,
      ...(isExample && { isExample }),
    };
    files.entries.push(entry);
    look(entry);
  }
  files.problem = undefined;
  draw();
}

/** Without files and settings. */
function startOver(): void {
  for (const { id } of files.entries) order({ do: 'forget', id });
  files.entries = [];
  files.settings = NO_SETTINGS;
}

/** Rules that the reader has chosen are not replaced by those of a file that comes later. */
function ruleByHand(entry: Entry, rules: Rules): void {
  entry.isRuledByHand = true;
  map(entry, rules);
  draw();
}

function remove(entry: Entry): void {
  files.entries.splice(files.entries.indexOf(entry), 1);
  order({ do: 'forget', id: entry.id });
  draw();
  focusHeadline();
}

function run(): void {
  files.problem = undefined;
  progress = { step: 'reading', rows: 0, bytes: 0, total: 1 };
  draw();
  const used = files.entries.filter(({ problem }) => !problem);
  order({
    do: 'run',
    sources: used.map(({ id, file, role, connector, rules }) => ({ id, file, role, connector, rules })),
    settings: statedBy(files.entries, files.settings),
    isPartial: used.some(({ isPartial }) => isPartial),
  });
}

/** Set while the example's files are read: it runs by itself once they are. */
let isAwaited = false;

function example(): void {
  isAwaited = true;
  files.settings = { ...files.settings, quotaPerUnit: String(QUOTA_PER_UNIT) };
  add(exampleFiles(), true);
}

function runExample(): void {
  // Its second log is known for the upstream's once both are read.
  const roles = files.entries.map(({ role }) => role);
  if (!(['logs', 'upstreamLogs', 'payments'] as const).every((role) => roles.includes(role))) return;
  isAwaited = false;
  if (obstacle(files, languages.en) === undefined) run();
}

/** Stops a run the only way there is: the worker goes, and another one looks at the files again. */
function cancel(): void {
  worker?.terminate();
  worker = undefined;
  progress = undefined;
  for (const entry of files.entries) look(entry);
  draw();
}

function goOn(entry: Entry): void {
  entry.isPartial = true;
  look(entry);
  draw();
}

const focusHeadline = (): void => document.getElementById('headline')?.focus();

function again(): void {
  answered = undefined;
  told = undefined;
  draw();
  focusHeadline();
}

/** Worded once for each language: a month has many findings. */
function inLanguage(all: Answered): Answered {
  const { language } = reader;
  if (told?.language !== language) told = { language, answered: toldIn(all, language) };
  return told.answered;
}

function content(): HTMLElement {
  const words = languages[reader.language];
  if (answered)
    return reportView(
      { ...inLanguage(answered), original: answered, words, language: reader.language, known, redraw: draw },
      page,
      workerSource === '' ? undefined : again,
    );
  if (progress) return workingView(progress, words, cancel);
  const inner =
    files.entries.length === 0
      ? startView(words, { add: (added) => add(added), example })
      : filesView(files, words, {
          add: (added) => add(added),
          remove,
          run,
          goOn,
          map: ruleByHand,
          redraw: draw,
        });
  return h('main', { class: 'desk', id: 'content' }, inner);
}

/** Draws the whole page; what had the focus keeps it, with its caret. */
function draw(): void {
  const focused = document.activeElement as HTMLInputElement | null;
  const { id = '', selectionStart = null } = focused ?? {};
  const words = languages[reader.language];
  document.documentElement.lang = reader.language === 'zh' ? 'zh-CN' : 'en';
  document.title = words.title;
  if (reader.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = reader.theme;
  root.replaceChildren(...frame(reader, words, content(), draw));
  if (id === '') return;
  const again = document.getElementById(id) as HTMLInputElement | null;
  again?.focus({ preventScroll: true });
  if (selectionStart !== null && again?.type === 'text')
    again.setSelectionRange(selectionStart, selectionStart);
}

function acceptDrops(): void {
  const hover = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    document.documentElement.classList.toggle('dropping', isOver);
  };
  document.addEventListener('dragover', hover(true));
  document.addEventListener('dragleave', hover(false));
  document.addEventListener('drop', (event) => {
    hover(false)(event);
    if (answered || progress || workerSource === '') return;
    add([...(event.dataTransfer?.files ?? [])]);
  });
}

if (inside !== '') {
  answered = JSON.parse(inside) as Answered;
  reader.language = answered.language ?? reader.language;
  for (const id of answered.acknowledged ?? []) known.add(id);
}
acceptDrops();
draw();
