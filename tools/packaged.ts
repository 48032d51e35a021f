import { existsSync, readFileSync } from 'node:fs';

/** Page of report files. The package contains it ready-built. */
const PAGE = new URL('report-page.html', import.meta.url);

/** Whether this code runs from the package instead of a clone of the repository. */
export const isPackaged: boolean = existsSync(PAGE);

/** Command line that starts a command: `npm run month --` in a clone, `llm-reconcile month` from the package. */
export const formatCommand = (name: 'month' | 'read'): string =>
  isPackaged ? `llm-reconcile ${name}` : `npm run ${name} --`;

/** Returns the page of report files: from the package, or built from its sources in a clone. */
export async function loadReportPage(): Promise<string> {
  if (isPackaged) return readFileSync(PAGE, 'utf8');
  const { buildReportPage } = await import('#infra/build-page.ts');
  return buildReportPage();
}
