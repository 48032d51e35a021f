import { renderToString } from 'preact-render-to-string';
import type { Language } from '#shared/language.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import { buildViewData, reportView, toStaticView } from '#shared/report/view/report.ts';

/** Renders a report as it is printed: all tables, no filters. */
export const renderReport = (page: PageReport, language: Language): string =>
  renderToString(reportView(toStaticView(buildViewData(page, language))));
