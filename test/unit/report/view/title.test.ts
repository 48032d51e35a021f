import { expect, test } from 'vitest';
import { buildPageTitle, buildViewData, toStaticView } from '#shared/report/view/report.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { buildAnswerInput } from '../../../support/answer/answer-input.ts';

test.each([
  ['You lost 7.62 USD. More.', 'You lost 7.62 USD'],
  ['Nothing was found.', 'Nothing was found'],
  [
    'Left out: 73.00 CNY (settings: "rates": {"CNY": "..."}). More.',
    'Left out: 73.00 CNY (settings: "rates": {"CNY": "..."})',
  ],
  ['您损失了 7.62 USD。8 个请求。', '您损失了 7.62 USD'],
  [
    '没有计入：73.00 CNY（设置："rates": {"CNY": "..."}）。其余',
    '没有计入：73.00 CNY（设置："rates": {"CNY": "..."}）',
  ],
])('the title of a window is the first sentence of “%s”', (text, title) => {
  const { summary, ...books } = buildAnswerInput();
  const answer = { text, complete: true };
  const report = { ...books, findings: [], summary: { ...summary, byDay: [], answer } };
  const telling = buildViewData({ report: report as unknown as ReconciliationReport } as never, 'en');
  expect(buildPageTitle(toStaticView(telling))).toBe(title);
});
