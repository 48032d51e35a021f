import type { Language } from '../../language.ts';

/** Report as static HTML, for browsers without scripts and for printing. */
interface StaticReport {
  readonly language: Language;
  readonly title: string;
  readonly html: string;
}

/** Text before and after the report in a page. */
export const REPORT = ['<script type="application/json" id="report">', '</script>'] as const;
/** Text before and after each other part that is filled. */
const CONTENT = ['<div id="console">', '</div>'] as const;
const TITLE = ['<title>', '</title>'] as const;
const LANGUAGE = ['<html lang="', '"'] as const;
/** Returns the value of the HTML attribute `lang` for a language: `en`, `zh-CN`. */
export const formatLanguageTag = (language: Language): string => (language === 'zh' ? 'zh-CN' : language);

/** Replaces the content of a part of the page. */
function fillPart(page: string, [opening, closing]: readonly [string, string], content: string): string {
  const at = page.indexOf(opening);
  if (at === -1) return page;
  const start = at + opening.length;
  return page.slice(0, start) + content + page.slice(page.indexOf(closing, start));
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Puts a report into the page. The result is one file that opens without a server and shows the report even without
 * scripts.
 * @param page HTML of the empty page
 * @param answered report with its texts (`PageReport`), which the scripts of the page read as JSON
 * @param html the same report as HTML, which browsers show until the scripts run, or if scripts are disabled
 * @param title title of the document, as plain text
 */
export function fillReportPage(
  page: string,
  answered: unknown,
  { language, title, html }: StaticReport,
): string {
  // Escape `<`: in a script element, `</script` would end the JSON and `<!--` would change how it is read.
  const json = JSON.stringify(answered).replaceAll('<', '\\u003c');
  const parts = [
    [REPORT, json],
    [CONTENT, html],
    [TITLE, escapeHtml(title)],
    [LANGUAGE, formatLanguageTag(language)],
  ] as const;
  // Fill the parts from the end of the page to its start, so that inserted content is never searched.
  return parts.reduce((html, [part, content]) => fillPart(html, part, content), page);
}
