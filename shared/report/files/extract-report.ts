import { REPORT } from './report-page.ts';

/** Extracts the report data of a saved page as JSON; `undefined` if it has none. */
export function extractReport(page: string): string | undefined {
  const [opening, closing] = REPORT;
  const at = page.indexOf(opening);
  const end = page.indexOf(closing, at);
  const json = at === -1 || end === -1 ? '' : page.slice(at + opening.length, end).trim();
  return json === '' ? undefined : json;
}
