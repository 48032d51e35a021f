import { renderToString } from 'preact-render-to-string';
import type { Language } from '#shared/language.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import { buildViewData, reportView, toStaticView } from '#shared/report/view/report.ts';
import type { Actions } from '#shared/report/view/view.ts';
import { INITIAL_VIEW, type ViewState } from '#shared/report/view/view-state.ts';

/** Renders a report as it is printed: all tables, no filters. */
export const renderReport = (page: PageReport, language: Language): string =>
  renderToString(reportView(toStaticView(buildViewData(page, language))));

/** Actions that do nothing. With them, the view has its buttons. */
const ACTIONS = { changeState: () => {}, openSetting: () => {}, removeFiles: () => {} } as unknown as Actions;

/** Renders a report as the page shows it on a wide screen. */
export const renderOnScreen = (
  page: PageReport,
  language: Language,
  state: Partial<ViewState> = {},
): string =>
  renderToString(
    reportView({
      ...toStaticView(buildViewData(page, language)),
      state: { ...INITIAL_VIEW, ...state },
      act: ACTIONS,
    }),
  );
