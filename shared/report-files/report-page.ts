/** The places of the page that a report file fills or empties. */
const REPORT = '<script type="application/json" id="report">';
const WORKER = '<script type="text/plain" id="worker">';

/** The page with other content in one of its script elements. */
function withScript(page: string, opening: string, content: string): string {
  const at = page.indexOf(opening);
  if (at === -1) return page;
  const start = at + opening.length;
  return page.slice(0, start) + content + page.slice(page.indexOf('</script>', start));
}

/**
 * The console's page with a report inside: one file that opens by double click, without a server. It shows the report
 * and computes nothing, so the worker is left out.
 * @param page the console's HTML, as `GET /` answers it.
 * @param answered the report, and what the page says about it, as JSON.
 */
export function reportPage(page: string, answered: unknown): string {
  // The JSON stands in a script element, which `</script` or `<!--` would end or bend.
  const json = JSON.stringify(answered).replaceAll('<', '\\u003c');
  return withScript(withScript(page, WORKER, ''), REPORT, json);
}
