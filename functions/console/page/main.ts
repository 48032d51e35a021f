import { render, type VNode } from 'preact';
import { DAY_MS, formatDay } from '#shared/instant.ts';
import { DEFAULT_QUOTA_PER_UNIT } from '#shared/log-facts.ts';
import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { findPeriodSpan } from '#shared/report/answer/gaps/day-spans.ts';
import type { Gap } from '#shared/report/answer/gaps/gap.ts';
import { findSettingValue } from '#shared/report/answer/gaps/gap-effects.ts';
import { keepLargestFindings } from '#shared/report/files/largest-findings.ts';
import { fillReportPage, formatLanguageTag } from '#shared/report/files/report-page.ts';
import { h } from '#shared/report/view/element.ts';
import { buildReportName, type PageReport } from '#shared/report/view/page-report.ts';
import {
  buildPageTitle,
  buildViewData,
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
import { loadPreferences, type Preferences, savePreferences } from './saved-preferences.ts';
import type { FileReading } from './views/file-reading.ts';
import { frame } from './views/frame.ts';
import { filePicker } from './views/start.ts';
import { languages } from './words/words.ts';

/**
 * Selector of what an action that closes a gap focuses: the button to choose files, or a field of the form; in a table,
 * all cells of the column to fill in. For other actions, it is the field of that name.
 */
const FIELD_OF: Partial<Record<SettingTarget, string>> = {
  files: '#choose-picker',
  bill: '#choose-picker',
  period: '#setting-from',
  rates: '[id^=rates-][id$="-2"]',
  prices: '[id^=prices-][id$="-2"]',
  names: '[id^=names-][id$="-0"]',
};

/** The page: draws the view of its state, and reacts to the user. */
class Page {
  readonly #root = document.getElementById('console') as HTMLElement;
  /** Files and settings. Undefined in a saved report, which reads no files. */
  readonly #state: PageState | undefined;
  readonly #reading: FileReading | undefined;
  readonly #data: Pick<PageState, 'answered' | 'known' | 'earlier'>;
  /** HTML of the page as it was loaded, from which a report is saved. */
  readonly #source: string;
  /** Matches narrow screens, on which charts have larger text and fewer labels. */
  readonly #narrow = matchMedia('(max-width: 560px)');
  #preferences: Preferences = loadPreferences();
  #viewState: ViewState = parseHash(location.hash);
  /** Whether the report is drawn for paper. */
  #isPrinting = false;
  /** Message about the last copy to the clipboard. */
  #copyMessage = '';
  /** Report with its texts, cached because a month has many findings. Depends on language and acknowledgements. */
  #viewCache:
    | { readonly of: PageReport; readonly rules: readonly AcknowledgementRule[]; readonly data: ViewData }
    | undefined;

  constructor(reading: FileReading | undefined) {
    this.#reading = reading;
    const savedReport = document.getElementById('report')?.textContent?.trim() ?? '';
    // Remove the static report, which is for browsers without scripts.
    this.#root.replaceChildren();
    this.#source = `<!doctype html>\n${document.documentElement.outerHTML}`.replace(" 'self'", '');
    this.#state = savedReport === '' ? reading?.createState((news) => this.#onChange(news)) : undefined;
    this.#data = this.#state ?? { answered: undefined, known: [], earlier: undefined };
    if (savedReport === '') return;
    const answered = JSON.parse(savedReport) as PageReport;
    this.#data.answered = answered;
    this.#data.known = answered.rules ?? [];
    if (answered.language) this.#preferences = { ...this.#preferences, language: answered.language };
  }

  start(): void {
    addEventListener('popstate', () => {
      this.#viewState = parseHash(location.hash);
      this.#draw();
    });
    addEventListener('beforeunload', (event) => {
      // Let the browser ask before it leaves the page, if files or (in a saved report) new acknowledgements would be
      // lost.
      const { known, answered } = this.#data;
      if (this.#state ? this.#state.hasOwnFiles : known !== (answered?.rules ?? known))
        event.preventDefault();
    });
    this.#narrow.addEventListener('change', () => this.#draw());
    addEventListener('beforeprint', () => this.#setPrinting(true));
    addEventListener('afterprint', () => this.#setPrinting(false));
    acceptDrops((files) => this.#add(files));
    this.#draw();
  }

  #onChange(news: Parameters<ChangeListener>[0]): void {
    const leavesReport = news === 'files' && this.#viewState.view === 'report';
    if (news === 'answered') this.#changeView({ ...INITIAL_VIEW, view: 'report' }, true);
    else if (news === 'cleared') this.#changeView(INITIAL_VIEW, true);
    else if (leavesReport) this.#changeView({ view: '' }, true);
    else this.#draw();
    // Move the focus to the headline, because the element that had it may no longer exist.
    const isKept =
      news === 'files' ? !leavesReport : news === 'added' && document.activeElement !== document.body;
    const focus = () => document.getElementById('headline')?.focus();
    // In a task of its own for a report: focusing computes the layout, which may take as long as drawing it.
    if (news === 'answered') setTimeout(focus);
    else if (news && !isKept) focus();
  }

  /** Changes the view. A step gets an entry in the browser's history. */
  #changeView(change: Partial<ViewState>, isStep = false): void {
    this.#viewState = { ...this.#viewState, ...change };
    const address = `#${formatHash(this.#viewState)}`;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#draw();
  }

  #buildViewData(answered: PageReport): ViewData {
    const { language } = this.#preferences;
    const { known } = this.#data;
    const last = this.#viewCache;
    if (last?.of === answered && last.rules === known && last.data.language === language) return last.data;
    const built = buildViewData(answered, language, known);
    const data = this.#state && this.#reading ? this.#reading.wordView(built) : built;
    this.#viewCache = { of: answered, rules: known, data };
    return data;
  }

  async #copy(text: string): Promise<void> {
    const { copied } = viewWords[this.#preferences.language].actions;
    // If the browser forbids writing to the clipboard, as for a page opened from a file, show the text for copying.
    this.#copyMessage = await navigator.clipboard.writeText(text).then(
      () => copied,
      () => text,
    );
    this.#draw();
  }

  /** Generates a page with this report, which is also readable without scripts. Yields after each long step. */
  *#generatePage(all: PageReport): Generator<string> {
    const { language } = this.#preferences;
    const { known } = this.#data;
    const report = { ...keepLargestFindings(all), language, rules: known };
    yield '';
    const view = toStaticView(buildViewData(report, language, known));
    const content = reportView(view);
    yield '';
    const paper = document.createElement('div');
    render(content, paper);
    yield '';
    const html = paper.innerHTML;
    yield fillReportPage(this.#source, report, { language, title: buildPageTitle(view), html });
  }

  /**
   * Opens the form and focuses the field for an action, in a table the first empty cell. Sets the quota per unit to
   * the default, and the period or the time zone to those that close the gap.
   */
  #openForm(place: SettingTarget, gap?: Gap): void {
    const period = place === 'period' && gap && findPeriodSpan(gap);
    if (place === 'timeZone' && gap) this.#state?.setField(place, findSettingValue(gap));
    if (period) {
      this.#state?.setField('from', period.from);
      this.#state?.setField('to', formatDay(Date.parse(period.to) + DAY_MS));
    }
    if (place === 'quotaPerUnit') this.#state?.setField(place, `${DEFAULT_QUOTA_PER_UNIT}`);
    this.#changeView({ view: '' }, true);
    const fields = [...document.querySelectorAll<HTMLInputElement>(FIELD_OF[place] ?? `#setting-${place}`)];
    const field = fields.find(({ value }) => value === '') ?? fields[0];
    for (let at = field?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true;
    field?.focus();
  }

  #buildActions(answered: PageReport): Actions {
    const set = (change: Partial<Pick<PageState, 'known' | 'earlier'>>) => {
      Object.assign(this.#data, change);
      this.#draw();
    };
    const state = this.#state;
    return {
      changeState: (place, isStep) => this.#changeView(place, isStep),
      copy: (text) => this.#copy(text),
      acknowledge: (known) => set({ known }),
      removeEarlier: () => set({ earlier: undefined }),
      save: download,
      saveAsPage: () =>
        download(`${buildReportName(answered.report)}.html`, 'text/html', this.#generatePage(answered)),
      print: () => print(),
      ...(state && {
        removeFiles: () => state.startOver(languages[this.#preferences.language].loseFiles),
        openSetting: (place, gap) => this.#openForm(place, gap),
        addButtons: filePicker(viewWords[this.#preferences.language].actions.add, '', state),
      }),
    };
  }

  /** Adds dropped files, also when a report is shown; not during a run. */
  #add(files: readonly File[]): void {
    if (!this.#state?.progress) this.#state?.add(files);
  }

  #report(answered: PageReport): VNode {
    const act = this.#buildActions(answered);
    const view = {
      ...this.#buildViewData(answered),
      state: this.#viewState,
      earlier: this.#data.earlier,
      act,
      isNarrow: this.#narrow.matches,
    };
    document.title = buildPageTitle(view);
    return reportView(this.#isPrinting ? { ...toStaticView(view), isPrinted: true } : view);
  }

  /** Draws the report for paper (all causes, tables and totals, as in a saved page), or for the screen again. */
  #setPrinting(isPrinting: boolean): void {
    this.#isPrinting = isPrinting;
    this.#draw();
  }

  #content(): VNode {
    const [state, view] = [this.#state, this.#reading?.view];
    const { answered } = this.#data;
    if (answered && !state?.progress && (this.#viewState.view === 'report' || !state))
      return this.#report(answered);
    if (!state || !view) return h('main', { id: 'content' });
    const words = languages[this.#preferences.language];
    if (!state.progress) document.title = words.title;
    return view(state, words);
  }

  #draw(): void {
    const { documentElement: root } = document;
    const { language, theme } = this.#preferences;
    const tag = formatLanguageTag(language);
    // Set only a new language: even for the same one, browsers compute the styles of all elements again.
    if (root.lang !== tag) root.lang = tag;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    const change = (look: Partial<Preferences>) => {
      this.#preferences = { ...this.#preferences, ...look };
      savePreferences(this.#preferences);
      this.#draw();
    };
    const status = h('p.said', { role: 'status', key: 'said' }, this.#copyMessage);
    render([...frame(this.#preferences, languages[language], this.#content(), change), status], this.#root);
  }
}

/**
 * Starts the page in the browser: draws it, and listens to the user.
 * @param reading code that reads files; undefined in a saved report, which shows only the report that it contains
 */
export const startPage = (reading?: FileReading): void => new Page(reading).start();
