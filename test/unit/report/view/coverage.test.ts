import { expect, test } from 'vitest';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { drawPlantedBook } from '../../../support/answer/planted-books.ts';
import { renderReport } from '../../../support/answer/render-report.ts';
import { runFilesToReportSource } from '../../../support/pipeline/run-in-memory.ts';

test('operators who buy from providers directly are not told that something is missing: their bills have no request ids', async () => {
  for (const seed of [1, 2, 3]) {
    const { files, settings } = drawPlantedBook(seed, { grain: 'day' });
    const { source } = await runFilesToReportSource(files, settings);
    const html = renderReport(buildPageReport(source), 'en');
    expect(html).not.toContain('href="#coverage"');
  }
});
