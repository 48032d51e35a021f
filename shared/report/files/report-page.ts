/** A report as a page shows it to whoever runs no scripts, or prints it. */
interface StaticReport {
  readonly title: string;
  readonly html: string;
}

/** The places of the page that a report file fills or empties: how each begins and ends. */
const REPORT = ['<script type="application/json" id="report">', '</script>'] as const;
const CONTENT = ['<div id="console">', '</div>'] as const;
const TITLE = ['<title>', '</title>'] as const;

/** The page with other content in one of its places. */
function filled(page: string, [opening, closing]: readonly [string, string], content: string): string {
  const at = page.indexOf(opening);
  if (at === -1) return page;
  const start = at + opening.length;
  return page.slice(0, start) + content + page.slice(page.indexOf(closing, start));
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * The console's page with a report inside: one file that opens by double click, without a server, and says the same
 * without scripts.
 * @param page the console's HTML, with the engine or without it
 * @param answered the report, and what the page says about it, as JSON.
 */
export function reportPage(page: string, answered: unknown, { title, html }: StaticReport): string {
  // The JSON stands in a script element, which `</script` or `<!--` would end or bend.
  const json = JSON.stringify(answered).replaceAll('<', '\\u003c');
  const parts = [
    [REPORT, json],
    [CONTENT, html],
    [TITLE, escaped(title)],
  ] as const;
  // From the end of the page on: what is put in is never searched.
  return parts.reduce((so, [place, content]) => filled(so, place, content), page);
}
