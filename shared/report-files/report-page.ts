/** The places of the page that a report file fills or empties. */
const REPORT = /(<script type="application\/json" id="report">)[^<]*(<\/script>)/;
const WORKER = /(<script type="text\/plain" id="worker">)[\s\S]*?(<\/script>)/;

/**
 * The console's page with a report inside: one file that opens by double click, without a server. It shows the report
 * and computes nothing, so the worker is left out.
 * @param page the console's HTML, as `GET /` answers it.
 * @param answered the report, and what the page says about it, as JSON.
 */
export function reportPage(page: string, answered: unknown): string {
  // The JSON stands in a script element, which `</script` or `<!--` would end or bend.
  const json = JSON.stringify(answered).replaceAll('<', '\\u003c');
  return page
    .replace(WORKER, (_whole, open: string, close: string) => open + close)
    .replace(REPORT, (_whole, open: string, close: string) => open + json + close);
}
