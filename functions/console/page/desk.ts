import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import type { ChannelNames } from '#shared/report/answer/told.ts';
import type { Answered } from '#shared/report/view/answered.ts';
import type { Earlier } from '#shared/report/view/earlier.ts';
import { makeSentence } from '#shared/sentence.ts';
import { columnsOf, type Entry } from './entry.ts';
import { exampleFiles, QUOTA_PER_UNIT } from './example.ts';
import { fits, type Rules, suggestedRules } from './rules.ts';
import { asked, soldIn } from './settings/asked.ts';
import { EMPTY, type Form, formOf, withoutStated } from './settings/form.ts';
import { fileSettings, given, statedBy } from './settings/stated.ts';
import { startWorker } from './start-worker.ts';
import { languages } from './words/words.ts';
import type {
  Gateway,
  MappedFields,
  Mistake,
  News,
  Order,
  Problem,
  Progress,
  Recognition,
  Role,
  Sold,
} from './worker/protocol.ts';

/** Whether an answer rests on files of a role: it does not on what its reader knows, or compares it with. */
const isForBooks = (role: Role): boolean => role !== 'known' && role !== 'earlier';

/** Whether a file has come that the answer lacks. */
const isOfFile = (news: News): boolean =>
  news.is === 'unreadable' || (news.is === 'looked' && isForBooks(news.recognition.role));

/** Is called whenever something on the desk has changed. */
export type Changed = (news?: 'answered' | 'files' | 'removed' | 'cleared') => void;

/** What lies on the reader's desk: files, what was said of them, the answer; and the worker that reads and reconciles. */
export class Desk {
  entries: Entry[] = [];
  /** What the worker reads, and what columns may be; empty until it has said so. */
  gateways: readonly Gateway[] = [];
  fields: MappedFields = { downstreamUsage: [], upstreamCharges: [], payments: [], logs: [] };
  settings: Form = EMPTY;
  /** What the form says and cannot, by the schema. */
  mistakes: readonly Mistake[] = [];
  /** What went wrong in the last run. */
  problem: Problem | undefined;
  /** What the reader knows, and the report that this one is compared with. */
  known: readonly AcknowledgementRule[] = [];
  earlier: Earlier | undefined;
  answered: Answered | undefined;
  progress: Progress | undefined;

  readonly #changed: Changed;
  /** Started with the first file: until then the page has no engine. */
  #worker: Promise<Worker> | undefined;
  #lastId = 0;
  /** Set while the example's files are read: it runs by itself once they are. */
  #isExample = false;

  constructor(changed: Changed) {
    this.#changed = changed;
  }

  /** Models and channels that files and answer name. */
  get sold(): Sold {
    return soldIn(this.entries, this.answered);
  }

  /** What channel lists among the files call the channels. */
  get channelNames(): ChannelNames {
    return Object.assign({}, ...this.entries.map(({ recognition }) => recognition?.channelNames));
  }

  #order(sent: Order): void {
    this.#worker ??= this.#started();
    this.#worker.then(
      (worker) => worker.postMessage(sent),
      () => this.#withoutEngine(),
    );
  }

  async #started(): Promise<Worker> {
    const worker = await startWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<News>) => this.#hear(data));
    worker.addEventListener('error', ({ message }) => {
      this.progress = undefined;
      this.problem = { message: makeSentence(() => message), details: [], isBug: true };
      this.#changed();
    });
    return worker;
  }

  /** No file can be read, and each of them says why. */
  #withoutEngine(): void {
    this.#stop();
    const problem = {
      message: makeSentence((language) => languages[language].problem.noEngine),
      details: [],
    };
    for (const entry of this.entries) entry.problem = problem;
    this.#changed();
  }

  #hear(news: News): void {
    if ('id' in news) this.#hearOf(news);
    else {
      const { is, ...said } = news;
      Object.assign(this, said, (is === 'answered' || is === 'refused') && { progress: undefined });
    }
    if (news.is === 'answered' || news.is === 'looked') this.#ask();
    if (this.#isExample) this.#runExample();
    this.#changed(news.is === 'answered' ? news.is : isOfFile(news) ? 'files' : undefined);
  }

  /** The example leaves with the first of the reader's files that is for the books. */
  #withoutExample(): void {
    const examples = this.entries.filter(({ isExample }) => isExample);
    for (const entry of examples) this.#forget(entry);
    if (examples.length > 0) Object.assign(this, { settings: EMPTY, mistakes: [] });
  }

  #hearOf(news: Extract<News, { readonly id: number }>): void {
    const entry = this.entries.find(({ id }) => id === news.id);
    if (!entry) return;
    if (news.is === 'looked') this.#takeIn(entry, news.recognition);
    else if (news.is === 'share') entry.share = news.share;
    else if (news.is === 'unreadable') entry.problem = news.problem;
    else if (news.is === 'mapped') {
      entry.preview = news.preview;
      entry.connector ??= news.preview.connector;
    } else if (!entry.isChosen) entry.role = news.role;
  }

  /** What a file says of itself, of the settings, and of how other files are read. */
  #takeIn(entry: Entry, recognition: Recognition): void {
    const { role, connector, columns, settings, unit, known = [], earlier } = recognition;
    const inside = settings?.known;
    if (!entry.isExample && isForBooks(role)) this.#withoutExample();
    Object.assign(entry, { recognition, connector: entry.connector ?? connector });
    if (!entry.isChosen) entry.role = role;
    this.known = [...this.known, ...known, ...(typeof inside === 'object' ? inside.known : [])];
    this.earlier = earlier ?? this.earlier;
    if (settings) {
      this.settings = { ...this.settings, ...formOf(settings) };
      this.check();
    } else if (unit !== undefined && this.settings.quotaPerUnit === '')
      this.settings = { ...this.settings, quotaPerUnit: String(unit) };
    if (columns && (entry.role === 'unknown' || entry.role === 'mapped'))
      this.map(entry, (entry.isRuledByHand && entry.rules) || suggestedRules(columns));
    const { connector: gateway } = given(this.entries);
    for (const one of this.entries) {
      if (one.recognition?.isAmbiguous && gateway) one.connector = gateway;
      // Rows in JSON that are known for what they are need no rules.
      const isOpen = one.recognition?.columns || one.role === 'unknown' || one.role === 'mapped';
      const rules = isOpen && this.#rulesFor(columnsOf(one));
      if (rules && one.rules !== rules && !one.isRuledByHand) this.map(one, rules);
    }
  }

  /** The rules among the files that are meant for a table with these columns. */
  #rulesFor(columns: readonly string[]): Rules | undefined {
    return this.entries
      .map(({ recognition }) => recognition?.rules)
      .find((rules) => rules && fits(rules, columns));
  }

  map(entry: Entry, rules: Rules): void {
    Object.assign(entry, { role: 'mapped', rules });
    this.#order({ do: 'map', id: entry.id, name: entry.file.name, rules });
  }

  /** Rules that the reader has chosen are not replaced by those of a file that comes later. */
  mapByHand(entry: Entry, rules: Rules): void {
    entry.isRuledByHand = true;
    this.map(entry, rules);
    this.#changed();
  }

  /** Takes over what the reader says of a file. */
  choose(entry: Entry, said: Partial<Pick<Entry, 'role' | 'connector' | 'channel'>>): void {
    Object.assign(entry, said, said.role && { isChosen: true });
    if (said.role === 'mapped') this.mapByHand(entry, entry.rules ?? suggestedRules(columnsOf(entry)));
    else this.#changed();
  }

  /** Takes over what the form says. */
  state<TName extends keyof Form>(name: TName, value: Form[TName]): void {
    this.settings = { ...this.settings, [name]: value };
    this.#changed();
  }

  /** Has all that is stated held against the schema. */
  check(): void {
    this.#order({ do: 'check', settings: statedBy(this.entries, this.settings) });
  }

  /** Has the form ask for what the files and the last answer show to lack. */
  #ask(): void {
    this.settings = { ...this.settings, ...asked(this.settings, this.entries, this.answered) };
  }

  /** Has a file looked at, for the first time or again; what the reader has said of it stays. */
  #look(entry: Entry): void {
    const { id, file, isPartial = false } = entry;
    delete entry.recognition;
    delete entry.problem;
    entry.share = 0;
    this.#order({ do: 'look', id, file, isPartial });
  }

  /** Adds files of the reader. */
  add(files: readonly File[]): void {
    this.#add(files, false);
  }

  #add(files: readonly File[], isExample: boolean): void {
    this.problem = undefined;
    for (const file of files) {
      const unread = { share: 0, role: 'unknown', connector: undefined, rules: undefined } as const;
      const entry: Entry = { id: ++this.#lastId, file, isExample, ...unread };
      this.entries.push(entry);
      this.#look(entry);
    }
    this.#changed();
  }

  /** Reads a file that breaks off as far as it goes. */
  goOn(entry: Entry): void {
    entry.isPartial = true;
    this.#look(entry);
    this.#changed();
  }

  #forget(entry: Entry): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
    this.#order({ do: 'forget', id: entry.id });
  }

  remove(entry: Entry): void {
    this.#forget(entry);
    const { settings } = entry.recognition ?? {};
    if (settings) {
      this.settings = withoutStated(this.settings, settings, given(this.entries));
      this.check();
    }
    this.#ask();
    this.#changed('removed');
  }

  run(): void {
    this.problem = undefined;
    this.progress = { step: 'reading', rows: 0, bytes: 0, total: 1 };
    const used = this.entries.filter(({ problem }) => !problem);
    const sources = used.map((entry) => {
      const { id, file, role, connector, rules } = entry;
      return { id, file, role, connector, rules, stated: fileSettings(entry, this.entries) };
    });
    const isPartial = used.some((entry) => entry.isPartial);
    this.#order({ do: 'run', sources, settings: statedBy(this.entries, this.settings), isPartial });
    this.#changed();
  }

  example(): void {
    this.#clear();
    this.#isExample = true;
    this.settings = { ...EMPTY, quotaPerUnit: String(QUOTA_PER_UNIT) };
    this.#add(exampleFiles(), true);
  }

  #runExample(): void {
    // Its second log is known for the upstream's once both are read.
    const roles = this.entries.map(({ role }) => role);
    if (!(['logs', 'upstreamLogs', 'payments'] as const).every((role) => roles.includes(role))) return;
    this.#isExample = false;
    this.run();
  }

  #stop(): void {
    this.#worker?.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
    this.#worker = undefined;
    this.progress = undefined;
    this.#isExample = false;
  }

  /** Stops a run the only way there is: the worker goes, and another one looks at the files again. */
  cancel(): void {
    this.#stop();
    for (const entry of this.entries) this.#look(entry);
    this.#changed();
  }

  #clear(): void {
    this.#stop();
    Object.assign(this, { entries: [], settings: EMPTY, mistakes: [], problem: undefined });
    Object.assign(this, { known: [], earlier: undefined, answered: undefined });
  }

  /** An empty desk: files, settings, answer and what the reader knows are gone. */
  startOver(): void {
    this.#clear();
    this.#changed('cleared');
  }
}
