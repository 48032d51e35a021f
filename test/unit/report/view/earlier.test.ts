import { expect, test } from 'vitest';
import { translateTitles } from '#shared/report/build/translations.ts';
import { readEarlierReport } from '#shared/report/view/read-earlier-report.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { buildAnswerInput, buildCause } from '../../../support/answer/answer-input.ts';

test('resolved findings have their title in the language of the page, whatever the language of the earlier report', () => {
  const causes = [buildCause('payment_not_credited', '5'), buildCause('a_code_of_another_version', '1')];
  const report = buildAnswerInput({ causes }) as unknown as ReconciliationReport;
  const { titles } = readEarlierReport(report, translateTitles);
  expect(titles.en).toEqual({ payment_not_credited: expect.stringMatching(/^A payment/) });
  expect(titles.zh).toEqual({ payment_not_credited: expect.stringMatching(/\p{Script=Han}/u) });
});
