import { expect, test } from 'vitest';
import { EMPTY_FORM, formToSettings } from '#functions/console/page/settings/form.ts';
import { addMissingLines } from '#functions/console/page/settings/missing-settings.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import { type AnswerFigures, buildAnswerInput } from '../../support/answer/answer-input.ts';

const UNBILLED: AnswerFigures = {
  flags: { requestMatching: false, margin: false },
  ...{ matched: 0, unattributed: '7.9' },
  models: [
    ['gpt-4o', '1'],
    ['my-best', '0', '7.58'],
  ],
};
const pageReport = (month: AnswerFigures, findings: readonly object[] = []) =>
  ({ report: { ...buildAnswerInput(month), byChannel: [], findings } }) as unknown as PageReport;

test('a model that the bill does not name gets a line without its name in the bill', () => {
  const unsold = {
    code: 'billed_not_sold',
    details: { byModel: [{ model: 'gpt-4o-2024' }, { model: 'gemini' }] },
  };
  const form = { ...EMPTY_FORM, names: [['gpt-4o-2024', 'gpt-4o']] };
  const { names } = addMissingLines(form, [], pageReport(UNBILLED, [unsold]));
  expect(names).toEqual([
    ['gpt-4o-2024', 'gpt-4o'],
    ['gemini', ''],
    ['', 'my-best'],
  ]);
  // Lines with one name are not settings.
  expect(formToSettings({ ...EMPTY_FORM, names })).toEqual({ names: { 'gpt-4o-2024': 'gpt-4o' } });
  const filled = names.with(2, ['gemini', 'my-best']);
  expect(addMissingLines({ ...form, names: filled }, [], pageReport(UNBILLED)).names).toEqual([
    ['gpt-4o-2024', 'gpt-4o'],
    ['gemini', 'my-best'],
  ]);
});

test('a model whose bill may be in another currency needs no name', () => {
  const excluded = { CNY: { downstreamUsage: '0', upstreamCharges: '5', payments: null } };
  expect(addMissingLines(EMPTY_FORM, [], pageReport({ ...UNBILLED, excluded })).names).toEqual([]);
});
