import { render, type VNode } from 'preact';
import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { keepLargestFindings } from '#shared/report/files/largest-findings.ts';
import { fillReportPage } from '#shared/report/files/report-page.ts';
import { h } from '#shared/report/view/element.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import {
  buildViewData,
  pageTitle,
  reportView,
  toStaticView,
  type ViewData,
} from '#shared/report/view/report.ts';
import type { Actions, SettingTarget } from '#shared/report/view/view.ts';
import { formatHash, INITIAL_VIEW, parseHash, type ViewState } from '#shared/report/view/view-state.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import { download } from './download.ts';
import { acceptDrops } from './dropped-files.ts';
import type { ChangeListener, PageState } from './page-state.ts';
import { loadPreferences, savePreferences } from './saved-preferences.ts';
import type { FileReading } from './views/file-reading.ts';
import { frame, type Preferences } from './views/frame.ts';
import { filePicker } from './views/start.ts';
import { languages } from './words/words.ts';

/** The field of the form that states what a gap asks for; files are chosen for all others. */
const FIELD_OF: Partial<Record<SettingTarget, string>> = {
  paymentsCurrency: 'setting-paymentsCurrency',
  currency: 'setting-currency',
  period: 'setting-from',
};

/** The page: draws the view of its state, and reacts to the user. */
class Page {
  readonly #root = document.getElementById('console') as HTMLElement;
  /** Files and settings. Undefined in a saved report, which reads no files. */
  readonly #desk: PageState | undefined;
  readonly #reading: FileReading | undefined;
  readonly #held: Pick<PageState, 'answered' | 'known' | 'earlier'>;
  /** HTML of the page as it was loaded, from which a report is saved. */
  readonly #source: string;
  /** Narrow screens, on which charts are drawn with fewer days. */
  readonly #narrow = matchMedia('(max-width: 560px)');
  #look: Preferences = loadPreferences();
  #place: ViewState = parseHash(location.hash);
  /** Whether the report is drawn for paper. */
  #isPrinting = false;
  /** Message about the last copy to the clipboard. */
  #said = '';
  /** Report with its texts, cached because a month has many findings. Depends on language and acknowledgements. */
  #telling:
    | { readonly of: PageReport; readonly rules: readonly AcknowledgementRule[]; readonly made: ViewData }
    | undefined;

  constructor(reading: FileReading | undefined) {
    this.#reading = reading;
    const inside = document.getElementById('report')?.textContent?.trim() ?? '';
    // Remove the report that is shown without scripts.
    this.#root.replaceChildren();
    this.#source = `<!doctype html>\n${document.documentElement.outerHTML}`.replace(" 'self'", '');
    this.#desk = inside === '' ? reading?.createState((news) => this.#hear(news)) : undefined;
    this.#held = this.#desk ?? { answered: undefined, known: [], earlier: undefined };
    if (inside === '') return;
    const answered = JSON.parse(inside) as PageReport;
    this.#held.answered = answered;
    this.#held.known = answered.rules ?? [];
    if (answered.language) this.#look = { ...this.#look, language: answered.language };
  }

  show(): void {
    addEventListener('popstate', () => {
      this.#place = parseHash(location.hash);
      this.#draw();
    });
    addEventListener('beforeunload', (event) => {
      // Ask before leaving: the report would be lost. A saved report contains its answer.
      if (this.#desk?.answered) event.preventDefault();
    });
    this.#narrow.addEventListener('change', () => this.#draw());
    acceptDrops((files) => this.#add(files));
    this.#draw();
  }

  #hear(news: Parameters<ChangeListener>[0]): void {
    if (news === 'answered') this.#go({ ...INITIAL_VIEW, view: 'report' }, true);
    else if (news === 'cleared') this.#go(INITIAL_VIEW, true);
    else if (news === 'files' && this.#place.view === 'report') this.#go({ view: '' }, true);
    else this.#draw();
    // Move the focus: the element that had it may no longer exist.
    if (news && news !== 'files') document.getElementById('headline')?.focus();
  }

  /** Changes the view. A step gets an entry in the browser's history. */
  #go(change: Partial<ViewState>, isStep = false): void {
    this.#place = { ...this.#place, ...change };
    const address = `#${formatHash(this.#place)}`;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#draw();
  }

  #told(answered: PageReport): ViewData {
    const { language } = this.#look;
    const { known } = this.#held;
    const last = this.#telling;
    if (last?.of === answered && last.rules === known && last.made.language === language) return last.made;
    const here = this.#desk && this.#reading ? this.#reading.wordAnswer(answered) : answered;
    const made = buildViewData(here, language, known);
    this.#telling = { of: answered, rules: known, made };
    return made;
  }

  async #copy(text: string): Promise<void> {
    const { copied } = viewWords[this.#look.language].actions;
    // Pages opened from a file may not write to the clipboard: show the text so that the user can copy it.
    this.#said = await navigator.clipboard.writeText(text).then(
      () => copied,
      () => text,
    );
    this.#draw();
  }

  /** Saves a page with this report, which is also readable without scripts. */
  #saveAsPage(all: PageReport): void {
    const { language } = this.#look;
    const shown = { ...keepLargestFindings(all), language, rules: this.#held.known };
    const view = toStaticView(buildViewData(shown, language, this.#held.known));
    const paper = document.createElement('div');
    render(reportView(view), paper);
    const name = `reconciliation-${all.report.generatedAt.slice(0, 10)}.html`;
    const page = fillReportPage(this.#source, shown, { title: pageTitle(view), html: paper.innerHTML });
    download(name, 'text/html', page);
  }

  /** To the form, where an answer lacks what it states: a sheet's first line without an amount. */
  #state(place: SettingTarget): void {
    this.#go({ view: '' }, true);
    const isSheet = place === 'rates' || place === 'prices';
    const lines = isSheet ? (this.#desk?.settings[place] ?? []) : [];
    const asking = Math.max(
      0,
      lines.findIndex((line) => line[2] === ''),
    );
    const field = document.getElementById(
      isSheet ? `${place}-${asking}-2` : (FIELD_OF[place] ?? 'choose-picker'),
    );
    for (let at = field?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true;
    field?.focus();
  }

  #actionsOn(answered: PageReport): Actions {
    const set = (change: Partial<Pick<PageState, 'known' | 'earlier'>>) => {
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
      print: () => this.#print(),
      ...(desk && {
        again: () => desk.startOver(),
        state: (place) => this.#state(place),
        adding: filePicker(viewWords[this.#look.language].actions.add, '', desk),
      }),
    };
  }

  /** Adds dropped files, also when a report is shown; not during a run. */
  #add(files: readonly File[]): void {
    if (!this.#desk?.progress) this.#desk?.add(files);
  }

  #report(answered: PageReport): VNode {
    const act = this.#actionsOn(answered);
    const view = {
      ...this.#told(answered),
      place: this.#place,
      earlier: this.#held.earlier,
      act,
      isNarrow: this.#narrow.matches,
    };
    document.title = pageTitle(view);
    return reportView(this.#isPrinting ? toStaticView(view) : view);
  }

  /** Prints the report as a saved page shows it: with all causes, models and totals. */
  #print(): void {
    this.#isPrinting = true;
    this.#draw();
    print();
    this.#isPrinting = false;
    this.#draw();
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
    const change = (look: Partial<Preferences>) => {
      this.#look = { ...this.#look, ...look };
      savePreferences(this.#look);
      this.#draw();
    };
    const status = h('p.said', { role: 'status', key: 'said' }, this.#said);
    render([...frame(this.#look, languages[language], this.#content(), change), status], this.#root);
  }
}

/** Shows the page. Without `reading`, it shows the report that it contains and reads no files. */
export const show = (reading?: FileReading): void => new Page(reading).show();
