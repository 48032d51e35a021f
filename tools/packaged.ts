import { existsSync, readFileSync } from 'node:fs';

/** HTML page into which reports are written. Only the package contains it. */
const PAGE = new URL('report-page.html', import.meta.url);

/** Whether this code runs from the package instead of a clone of the repository. */
export const isPackaged: boolean = existsSync(PAGE);

/** Returns how users start a command: `npm run month --` in a clone, `llm-reconcile month` from the package. */
export const formatCommand = (name: 'month' | 'read'): string =>
  isPackaged ? `llm-reconcile ${name}` : `npm run ${name} --`;

/**
 * Returns the HTML page into which `report.html` is written: from the package, or built from the sources of a clone.
 */
export async function loadReportPage(): Promise<string> {
  if (isPackaged) return readFileSync(PAGE, 'utf8');
  const { buildReportPage } = await import('#infra/build-page.ts');
  return buildReportPage();
}
