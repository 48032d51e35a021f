import { DEFAULT_QUOTA_PER_UNIT } from '#shared/log-facts.ts';
import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import type { ChannelNames } from '#shared/report/answer/localized-report.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import type { EarlierReport } from '#shared/report/view/read-earlier-report.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { makeSentence } from '#shared/sentence.ts';
import { columnsOf, type FileEntry, isLeftOut, isReading, needsUnit } from './file-entry.ts';
import { findRulesFor, type MappingRules, suggestRules } from './mapping-rules.ts';
import { pathOf } from './paths.ts';
import { EMPTY_FORM, type SettingsForm, settingsToForm, withoutFileSettings } from './settings/form.ts';
import { addMissingLines, listSoldNames } from './settings/missing-settings.ts';
import { findBillSettings, mergeAllSettings, mergeFileSettings } from './settings/settings-from-files.ts';
import { startWorker } from './start-worker.ts';
import { languages } from './words/words.ts';
import type {
  Gateway,
  InputProblem,
  MappedFields,
  Recognition,
  Role,
  RunFile,
  RunInput,
  RunProgress,
  SettingMistake,
  SoldNames,
  WorkerMessage,
  WorkerRequest,
} from './worker/protocol.ts';

/** Whether files of this role are input of a run. Acknowledgements and earlier reports are not. */
const isInput = (role: Role): boolean => role !== 'known' && role !== 'earlier';

/** Whether a message is about a new file that the shown report does not include. */
const addsInput = (message: WorkerMessage): boolean =>
  message.is === 'unreadable' || (message.is === 'inspected' && isInput(message.recognition.role));

/**
 * Called after each change of the state. `news` names a change that may need another view: a new report (`answered`),
 * files that the user added, an input file that the report does not include (`files`), a removed file, or a new
 * start.
 */
export type ChangeListener = (news?: 'answered' | 'added' | 'files' | 'removed' | 'cleared') => void;

/**
 * State of the page: the files, settings and report of the user, and the worker that reads and reconciles the files.
 */
export class PageState {
  /** Files that the user added, each with what is known about it. */
  entries: FileEntry[] = [];
  /** Supported gateways. Empty until the worker has sent them. */
  gateways: readonly Gateway[] = [];
  /** Fields to which columns can be mapped, by kind of rows. Empty until the worker has sent them. */
  fields: MappedFields = { downstreamUsage: [], upstreamCharges: [], payments: [], logs: [] };
  /** Content of the settings form. */
  settings: SettingsForm = EMPTY_FORM;
  /** Invalid settings, as the last check by the worker found them. */
  mistakes: readonly SettingMistake[] = [];
  /** Problem that ended the last run. */
  problem: InputProblem | undefined;
  /** Causes that the user has marked as known. */
  known: readonly AcknowledgementRule[] = [];
  /** Earlier report with which the report is compared. */
  earlier: EarlierReport | undefined;
  /** Report of the last run. */
  answered: PageReport | undefined;
  /** Progress of the run, while there is one. */
  progress: RunProgress | undefined;
  /**
   * Ids of the files that are logs of the upstream gateway, recognized because another log contains their request
   * ids.
   */
  upstreamLogs: readonly number[] = [];

  readonly #changed: ChangeListener;
  /** Worker, created for the first file, when the engine is loaded. */
  #worker: Promise<Worker> | undefined;
  #lastId = 0;
  /** Findings of the report that the worker is sending. */
  #findings: Finding[] = [];
  /** Set while the files of the example are read. The example then runs by itself. */
  #isExample = false;

  constructor(changed: ChangeListener) {
    this.#changed = changed;
  }

  /** Models and channels in the files and the report. */
  get sold(): SoldNames {
    return listSoldNames(this.entries, this.answered);
  }

  /** Names of channels from the channel lists among the files. */
  get channelNames(): ChannelNames {
    return Object.assign({}, ...this.entries.map(({ recognition }) => recognition?.channelNames));
  }

  #send(sent: WorkerRequest): void {
    this.#worker ??= this.#createWorker();
    this.#worker.then(
      (worker) => worker.postMessage(sent),
      () => this.#failWithoutEngine(),
    );
  }

  async #createWorker(): Promise<Worker> {
    const worker = await startWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => this.#receive(data));
    worker.addEventListener('error', ({ message }) => {
      this.progress = undefined;
      this.problem = { message: makeSentence(() => message), details: [], isBug: true };
      this.#changed();
    });
    return worker;
  }

  /** Shows at each file, or for the example on the start view, that the engine could not be loaded. */
  #failWithoutEngine(): void {
    this.#stop();
    const problem = {
      message: makeSentence((language) => languages[language].problem.noEngine),
      details: [],
    };
    if (this.entries.length === 0) this.problem = problem;
    for (const entry of this.entries) entry.problem = problem;
    this.#changed();
  }

  #receive(message: WorkerMessage): void {
    if (message.is === 'findings') {
      this.#findings.push(...message.findings);
      return;
    }
    if (message.is === 'report') {
      const { report, ...rest } = message.answered;
      this.answered = { ...rest, report: { ...report, findings: this.#findings } };
      this.#findings = [];
      return;
    }
    if ('id' in message) this.#receiveForFile(message);
    else if (message.is === 'example') this.#add(message.files, true);
    else {
      const { is, ...values } = message;
      Object.assign(this, values, (is === 'answered' || is === 'refused') && { progress: undefined });
      for (const entry of this.entries) this.#setLogRole(entry);
    }
    if (message.is === 'answered' || message.is === 'read') this.#addMissingLines();
    this.#readFiles();
    if (this.#isExample) this.#runExample();
    this.#changed(message.is === 'answered' ? message.is : addsInput(message) ? 'files' : undefined);
  }

  /** Removes the example when the user adds an input file. */
  #removeExample(): void {
    const examples = this.entries.filter(({ isExample }) => isExample);
    for (const entry of examples) this.#removeEntry(entry);
    if (examples.length > 0) Object.assign(this, { settings: EMPTY_FORM, mistakes: [] });
  }

  #receiveForFile(message: Extract<WorkerMessage, { readonly id: number }>): void {
    const entry = this.entries.find(({ id }) => id === message.id);
    if (!entry) return;
    if (message.is === 'inspected') this.#applyRecognition(entry, message.recognition);
    else if (message.is === 'share') entry.share = message.share;
    else if (message.is === 'read') entry.content = message.content;
    else if (message.is === 'unreadable') entry.problem = message.problem;
    else {
      entry.preview = message.preview;
      entry.connector ??= message.preview.connector;
    }
  }

  /** Sets whether a log is the upstream's, unless the user has chosen. */
  #setLogRole(entry: FileEntry): void {
    if (entry.isChosen || entry.recognition?.role !== 'logs') return;
    entry.role = this.upstreamLogs.includes(entry.id) ? 'upstreamLogs' : 'logs';
  }

  /**
   * Lets the worker read all files, once each. Waits until all files are recognized, because one may contain
   * settings.
   */
  #readFiles(): void {
    if (this.entries.some(({ recognition, problem }) => !recognition && !problem)) return;
    for (const entry of this.entries) {
      if (!isReading(entry) || entry.isRequested) continue;
      entry.isRequested = true;
      const { isPartial = false } = entry;
      const { settings, ...input } = this.#runInput;
      const unit = needsUnit(this.entries) && { quotaPerUnit: DEFAULT_QUOTA_PER_UNIT };
      const run = { ...input, settings: { ...unit, ...settings } };
      this.#send({ do: 'read', file: this.#toRunFile(entry), isPartial, run });
    }
  }

  /** Applies what a file contains: its role, settings, acknowledgements, and mapping rules for other files. */
  #applyRecognition(entry: FileEntry, recognition: Recognition): void {
    const { role, connector, columns, settings, unit, known = [], earlier } = recognition;
    const knownInSettings = settings?.known;
    if (!entry.isExample && isInput(role)) this.#removeExample();
    Object.assign(entry, { recognition, connector: entry.connector ?? connector });
    if (!entry.isChosen) entry.role = role;
    this.#setLogRole(entry);
    this.known = [
      ...this.known,
      ...known,
      ...(typeof knownInSettings === 'object' ? knownInSettings.known : []),
    ];
    this.earlier = earlier ?? this.earlier;
    if (settings) {
      // A price file that was read before replaces the prices of a settings file.
      const { prices = settings.prices } = mergeFileSettings(this.entries);
      this.settings = {
        ...this.settings,
        ...settingsToForm({ ...settings, ...(settings.prices && { prices }) }),
      };
      this.checkSettings();
    } else if (entry.role === 'logs' && unit !== undefined && this.settings.quotaPerUnit === '')
      this.settings = { ...this.settings, quotaPerUnit: String(unit) };
    if (columns && (entry.role === 'unknown' || entry.role === 'mapped'))
      this.applyRules(
        entry,
        (entry.hasChosenRules && entry.rules) || suggestRules(columns),
        !entry.hasChosenRules,
      );
    const { connector: gateway } = mergeFileSettings(this.entries);
    for (const file of this.entries) {
      if (file.recognition?.isAmbiguous && gateway) file.connector = gateway;
      // Skip JSON files with recognized rows: only tables and unknown rows need mapping rules.
      const mayBeMapped = file.recognition?.columns || file.role === 'unknown' || file.role === 'mapped';
      if (!mayBeMapped || file.hasChosenRules) continue;
      const rules = this.#findRules(file);
      if (rules && file.rules !== rules) this.applyRules(file, rules);
      // Go back to guessed rules if the mapping file of this table is no longer the only one that fits.
      else if (!rules && this.#rulesFiles.some((other) => other.rules === file.rules))
        this.applyRules(file, suggestRules(columnsOf(file)), true);
    }
  }

  get #rulesFiles() {
    return this.entries.flatMap(({ file, recognition }) =>
      recognition?.rules ? [{ path: pathOf(file), rules: recognition.rules }] : [],
    );
  }

  /** Finds the mapping rules of a table among the files. */
  #findRules(entry: FileEntry): MappingRules | undefined {
    const { mapping } = mergeFileSettings(this.entries);
    return findRulesFor(pathOf(entry.file), columnsOf(entry), this.#rulesFiles, mapping);
  }

  /**
   * Sets the mapping rules of a file, and lets the worker read its first rows with them for a preview.
   * @param areRulesGuessed whether the rules are only a suggestion that the user must check
   */
  applyRules(entry: FileEntry, rules: MappingRules, areRulesGuessed = false): void {
    Object.assign(entry, { role: 'mapped', rules, areRulesGuessed });
    this.#send({ do: 'map', id: entry.id, file: entry.file, rules });
  }

  /**
   * Like `applyRules`, for rules that the user has chosen. A mapping file that is added later does not replace them.
   */
  chooseRules(entry: FileEntry, rules: MappingRules): void {
    entry.hasChosenRules = true;
    this.applyRules(entry, rules);
    this.#changed();
  }

  /** Sets the role, gateway, channel or amount settings that the user chooses for a file. */
  changeEntry(
    entry: FileEntry,
    change: Partial<Pick<FileEntry, 'role' | 'connector' | 'channel' | 'terms'>>,
  ): void {
    Object.assign(entry, change, change.role && { isChosen: true });
    if (change.role === 'mapped') this.chooseRules(entry, entry.rules ?? suggestRules(columnsOf(entry)));
    else this.#changed();
    if (change.terms) this.checkSettings();
  }

  /** Sets a field of the settings form. */
  setField<TName extends keyof SettingsForm>(name: TName, value: SettingsForm[TName]): void {
    this.settings = { ...this.settings, [name]: value };
    this.#changed();
  }

  /** Lets the worker check the settings of files and form. The result arrives in `mistakes`. */
  checkSettings(): void {
    this.#send({ do: 'check', settings: mergeAllSettings(this.entries, this.settings) });
  }

  /** Adds empty lines to the form for prices, rates and names that the files and the last report lack. */
  #addMissingLines(): void {
    this.settings = { ...this.settings, ...addMissingLines(this.settings, this.entries, this.answered) };
  }

  /** Lets the worker inspect a file, for the first time or again. Choices of the user stay. */
  #inspect(entry: FileEntry): void {
    const { id, file, isPartial = false } = entry;
    for (const name of ['recognition', 'content', 'isRequested', 'problem'] as const) delete entry[name];
    entry.share = 0;
    this.#send({ do: 'inspect', id, file, isPartial });
  }

  /** Adds files of the user, and starts to read them. */
  add(files: readonly File[]): void {
    this.#add(files, false);
  }

  #add(files: readonly File[], isExample: boolean): void {
    this.problem = undefined;
    for (const file of files) {
      const unread = { share: 0, role: 'unknown', connector: undefined, rules: undefined } as const;
      const entry: FileEntry = { id: ++this.#lastId, file, isExample, ...unread };
      this.entries.push(entry);
      this.#inspect(entry);
    }
    this.#changed('added');
  }

  /** Reads a truncated file again, now up to the place where it breaks off. */
  readPartially(entry: FileEntry): void {
    entry.isPartial = true;
    this.#inspect(entry);
    this.#changed();
  }

  #removeEntry(entry: FileEntry): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
    this.#send({ do: 'forget', id: entry.id });
  }

  /** Removes a file and the settings that it contains. */
  remove(entry: FileEntry): void {
    this.#removeEntry(entry);
    const { settings } = entry.recognition ?? {};
    if (settings) {
      this.settings = withoutFileSettings(this.settings, settings, mergeFileSettings(this.entries));
      this.checkSettings();
    }
    this.#addMissingLines();
    this.#changed('removed');
  }

  #toRunFile(entry: FileEntry): RunFile {
    const { id, file, role, connector, rules } = entry;
    return { id, file, role, connector, rules, stated: findBillSettings(entry, this.entries) };
  }

  get #runInput(): RunInput {
    const used = this.entries.filter((entry) => !isLeftOut(entry));
    return {
      sources: used.map((entry) => this.#toRunFile(entry)),
      settings: mergeAllSettings(this.entries, this.settings),
      isPartial: used.some(({ isPartial }) => isPartial),
    };
  }

  /** Starts a run. Its progress, and its report or problem, arrive in the state. */
  run(): void {
    this.problem = undefined;
    this.progress = { step: 'read', rows: 0, bytes: 0, total: 1 };
    this.#send({ do: 'run', run: this.#runInput });
    this.#changed();
  }

  /** Replaces all files and settings by those of the example, and starts a run. */
  showExample(): void {
    this.#clear();
    this.#isExample = true;
    this.settings = { ...EMPTY_FORM, quotaPerUnit: String(DEFAULT_QUOTA_PER_UNIT) };
    this.#send({ do: 'example' });
  }

  #runExample(): void {
    if (this.entries.length === 0 || this.entries.some(isReading)) return;
    this.#isExample = false;
    this.run();
  }

  #stop(): void {
    this.#worker?.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
    this.#worker = undefined;
    this.#findings = [];
    this.progress = undefined;
    this.#isExample = false;
  }

  /** Stops a run by ending the worker. A new worker inspects the files again. */
  cancel(): void {
    this.#stop();
    for (const entry of this.entries) this.#inspect(entry);
    this.#changed();
  }

  #clear(): void {
    this.#stop();
    Object.assign(this, { entries: [], settings: EMPTY_FORM, mistakes: [], problem: undefined });
    Object.assign(this, { known: [], earlier: undefined, answered: undefined, upstreamLogs: [] });
  }

  /** Whether there are files that are not of the example, which the user would lose by leaving the page. */
  get hasOwnFiles(): boolean {
    return this.entries.some(({ isExample }) => !isExample);
  }

  /** Removes files, settings, report and acknowledgements. If there are files of the user, asks the question first. */
  startOver(question: string): void {
    if (this.hasOwnFiles && !confirm(question)) return;
    this.#clear();
    this.#changed('cleared');
  }
}
