import { expect, test } from 'vitest';
import { translateTitles } from '#shared/report/build/translations.ts';
import { readEarlierReport } from '#shared/report/view/earlier.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { booksOf, causeOf } from '../../../support/answer/books.ts';

test('what is gone is called by its name in either language, whatever the earlier report was written in', () => {
  const causes = [causeOf('payment_not_credited', '5'), causeOf('a_code_of_another_version', '1')];
  const report = booksOf({ causes }) as unknown as ReconciliationReport;
  const { titles } = readEarlierReport(report, translateTitles);
  expect(titles.en).toEqual({ payment_not_credited: expect.stringMatching(/^A payment/) });
  expect(titles.zh).toEqual({ payment_not_credited: expect.stringMatching(/\p{Script=Han}/u) });
});
