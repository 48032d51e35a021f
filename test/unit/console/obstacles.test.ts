import { expect, test } from 'vitest';
import type { FileEntry } from '#functions/console/page/file-entry.ts';
import type { PageState } from '#functions/console/page/page-state.ts';
import { EMPTY_FORM } from '#functions/console/page/settings/form.ts';
import { findObstacle } from '#functions/console/page/views/why-run-is-blocked.ts';
import { languages } from '#functions/console/page/words/words.ts';
import { inspectFile } from '#functions/console/page/worker/inspect-file.ts';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { fillReportPage } from '#shared/report/files/report-page.ts';
import { newApiRow } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, runFilesToReportSource } from '../../support/pipeline/run-in-memory.ts';

const LOG = [newApiRow({ request_id: 'r1', quota: 1000 })];

test('a run can start once all files are read and their roles are known, and not before', async () => {
  const file = new File([JSON.stringify(LOG)], 'log.json');
  const { recognition } = await inspectFile(file, false);
  const base = { id: 1, file, share: 0, connector: undefined, rules: undefined };
  const obstacle = (entries: readonly FileEntry[]) =>
    findObstacle(
      { entries, settings: { ...EMPTY_FORM, quotaPerUnit: '500000' }, mistakes: [] } as unknown as PageState,
      languages.en,
    );
  const content = { rows: 1 } as unknown as FileEntry['content'];
  const role = 'logs' as const;
  expect(obstacle([{ ...base, role: 'unknown' }])).toBe(languages.en.runReading);
  expect(obstacle([{ ...base, role, recognition }])).toBe(languages.en.runReading);
  expect(obstacle([{ ...base, role, recognition, ...(content && { content }) }])).toBeUndefined();
});

test('a saved report is an earlier report, as JSON and as a page', async () => {
  const { source } = await runFilesToReportSource([makeTextFile('logs', LOG)]);
  const page = buildPageReport(source);
  const html = fillReportPage('<!doctype html><script type="application/json" id="report"></script>', page, {
    language: 'en',
    title: '',
    html: '',
  });
  for (const file of [
    new File([html], 'report.html'),
    new File([JSON.stringify(page.report)], 'report.json'),
  ]) {
    const { recognition } = await inspectFile(file, false);
    expect(recognition).toMatchObject({ role: 'earlier', earlier: { currency: 'USD' } });
  }
});
