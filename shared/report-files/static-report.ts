import { renderToString } from 'preact-render-to-string';
import { DEFAULT_LANGUAGE } from '../language.ts';
import type { Answered } from '../report-view/answered.ts';
import { onPaper, reportView, tellingOf, titleOf } from '../report-view/report.ts';

/** A report as a page shows it to whoever runs no scripts, or prints it. */
export interface StaticReport {
  readonly title: string;
  readonly html: string;
}

export function staticReport(answered: Answered): StaticReport {
  const view = onPaper(tellingOf(answered, answered.language ?? DEFAULT_LANGUAGE));
  return { title: titleOf(view), html: renderToString(reportView(view)) };
}
