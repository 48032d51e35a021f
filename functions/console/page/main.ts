import { render, type VNode } from 'preact';
import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { withLargest } from '#shared/report/files/largest-findings.ts';
import { reportPage } from '#shared/report/files/report-page.ts';
import type { Answered } from '#shared/report/view/answered.ts';
import { h } from '#shared/report/view/element.ts';
import { hashOf, type Place, placeOf, START } from '#shared/report/view/place.ts';
import { onPaper, reportView, type Telling, tellingOf, titleOf } from '#shared/report/view/report.ts';
import type { Actions, Stated } from '#shared/report/view/view.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import type { Changed, Desk } from './desk.ts';
import { download } from './download.ts';
import { acceptDrops } from './dropped.ts';
import { rememberedLook, rememberLook } from './remembered.ts';
import type { Reading } from './views/desk-view.ts';
import { frame, type Look } from './views/frame.ts';
import { filePicker } from './views/start.ts';
import { languages } from './words/words.ts';

/** The page: what it shows, and what its reader does with it. */
class Page {
  readonly #root = document.getElementById('console') as HTMLElement;
  /** Absent in a report file, which reads nothing. */
  readonly #desk: Desk | undefined;
  readonly #reading: Reading | undefined;
  readonly #held: Pick<Desk, 'answered' | 'known' | 'earlier'>;
  /** The page as it was loaded, without a report: what a report file is made of. */
  readonly #source: string;
  /** A chart as wide as a page would be too small to read. */
  readonly #narrow = matchMedia('(max-width: 560px)');
  #look: Look = rememberedLook();
  #place: Place = placeOf(location.hash);
  /** What the reader has copied last is confirmed. */
  #said = '';
  /** Worded once for each language and each state of what the reader knows: a month has many findings. */
  #telling:
    | { readonly of: Answered; readonly rules: readonly AcknowledgementRule[]; readonly made: Telling }
    | undefined;

  constructor(reading: Reading | undefined) {
    this.#reading = reading;
    const inside = document.getElementById('report')?.textContent?.trim() ?? '';
    // What stands there is for readers without scripts.
    this.#root.replaceChildren();
    this.#source = `<!doctype html>\n${document.documentElement.outerHTML}`.replace(" 'self'", '');
    this.#desk = inside === '' ? reading?.desk((news) => this.#hear(news)) : undefined;
    this.#held = this.#desk ?? { answered: undefined, known: [], earlier: undefined };
    if (inside === '') return;
    const answered = JSON.parse(inside) as Answered;
    this.#held.answered = answered;
    this.#held.known = answered.rules ?? [];
    if (answered.language) this.#look = { ...this.#look, language: answered.language };
  }

  show(): void {
    addEventListener('popstate', () => {
      this.#place = placeOf(location.hash);
      this.#draw();
    });
    addEventListener('beforeunload', (event) => {
      // A report file has its answer inside; this one would be gone.
      if (this.#desk?.answered) event.preventDefault();
    });
    this.#narrow.addEventListener('change', () => this.#draw());
    acceptDrops((files) => this.#add(files));
    this.#draw();
  }

  #hear(news: Parameters<Changed>[0]): void {
    if (news === 'answered') this.#go({ ...START, view: 'report' }, true);
    else if (news === 'cleared') this.#go(START, true);
    else if (news === 'files' && this.#place.view === 'report') this.#go({ view: '' }, true);
    else this.#draw();
    // What had the focus may be gone.
    if (news && news !== 'files') document.getElementById('headline')?.focus();
  }

  /** Looks elsewhere. A step has an entry of its own in the browser's history. */
  #go(change: Partial<Place>, isStep = false): void {
    this.#place = { ...this.#place, ...change };
    const address = `#${hashOf(this.#place)}`;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#draw();
  }

  #told(answered: Answered): Telling {
    const { language } = this.#look;
    const { known } = this.#held;
    const last = this.#telling;
    if (last?.of === answered && last.rules === known && last.made.language === language) return last.made;
    const here = this.#desk && this.#reading ? this.#reading.here(answered) : answered;
    const made = tellingOf(here, language, known);
    this.#telling = { of: answered, rules: known, made };
    return made;
  }

  async #copy(text: string): Promise<void> {
    const { copied } = viewWords[this.#look.language].actions;
    // A file that was opened by double click may not copy by itself: then the reader may.
    this.#said = await navigator.clipboard.writeText(text).then(
      () => copied,
      () => text,
    );
    this.#draw();
  }

  /** A page of its own with this report, rendered for readers without scripts as well. */
  #saveAsPage(all: Answered): void {
    const { language } = this.#look;
    const shown = { ...withLargest(all), language, rules: this.#held.known };
    const view = onPaper(tellingOf(shown, language, this.#held.known));
    const paper = document.createElement('div');
    render(reportView(view), paper);
    const name = `reconciliation-${all.report.generatedAt.slice(0, 10)}.html`;
    const page = reportPage(this.#source, shown, { title: titleOf(view), html: paper.innerHTML });
    download(name, 'text/html', page);
  }

  /** To the form, where an answer lacks what it states: a sheet's first line without an amount. */
  #state(place: Stated): void {
    this.#go({ view: '' }, true);
    (document.getElementById('terms') as HTMLDetailsElement).open = true;
    const lines = place === 'paymentsCurrency' ? undefined : this.#desk?.settings[place];
    const asking = Math.max(0, lines?.findIndex((line) => line[2] === '') ?? 0);
    const id = lines ? `${place}-${asking}-2` : `setting-${place}`;
    document.getElementById(id)?.focus();
  }

  #actionsOn(answered: Answered): Actions {
    const set = (change: Partial<Pick<Desk, 'known' | 'earlier'>>) => {
      Object.assign(this.#held, change);
      this.#draw();
    };
    const desk = this.#desk;
    return {
      go: (place, isStep) => this.#go(place, isStep),
      copy: (text) => this.#copy(text),
      know: (known) => set({ known }),
      withoutEarlier: () => set({ earlier: undefined }),
      save: download,
      saveAsPage: () => this.#saveAsPage(answered),
      print: () => print(),
      ...(desk && {
        again: () => desk.startOver(),
        state: (place) => this.#state(place),
        adding: filePicker(viewWords[this.#look.language].actions.add, '', desk),
      }),
    };
  }

  /** What is dropped on an answer is added to its files. */
  #add(files: readonly File[]): void {
    if (!this.#desk?.progress) this.#desk?.add(files);
  }

  #report(answered: Answered): VNode {
    const act = this.#actionsOn(answered);
    const view = {
      ...this.#told(answered),
      place: this.#place,
      earlier: this.#held.earlier,
      act,
      isNarrow: this.#narrow.matches,
    };
    document.title = titleOf(view);
    return reportView(view);
  }

  #content(): VNode {
    const [desk, view] = [this.#desk, this.#reading?.view];
    const { answered } = this.#held;
    if (answered && !desk?.progress && (this.#place.view === 'report' || !desk))
      return this.#report(answered);
    if (!desk || !view) return h('main', { id: 'content' });
    const words = languages[this.#look.language];
    if (!desk.progress) document.title = words.title;
    return view(desk, words);
  }

  #draw(): void {
    const { documentElement: root } = document;
    const { language, theme } = this.#look;
    root.lang = language === 'zh' ? 'zh-CN' : 'en';
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    const change = (look: Partial<Look>) => {
      this.#look = { ...this.#look, ...look };
      rememberLook(this.#look);
      this.#draw();
    };
    const status = h('p.said', { role: 'status', key: 'said' }, this.#said);
    render([...frame(this.#look, languages[language], this.#content(), change), status], this.#root);
  }
}

/** Shows the page; a report file reads nothing. */
export const show = (reading?: Reading): void => new Page(reading).show();
