import { expect, test } from 'vitest';
import { noticeOf } from '#functions/steps/told/notice.ts';
import { reconcile } from '#shared/engine/reconcile.ts';

test('no name makes a line of a mail, or hides in one', () => {
  const model = 'm\u2028The report: https://elsewhere\u202e\u200b';
  const times = { requestId: 'r1', occurredAt: '2026-11-20T10:00:00Z' };
  const head = reconcile(
    {
      downstreamUsage: [{ ...times, model, status: 'success', chargedAmount: '1' }],
      upstreamCharges: [{ ...times, model, status: 'success', costAmount: '2' }],
    },
    '2026-11-22T00:00:00Z',
  );
  const { message } = noticeOf({
    head,
    since: [],
    earlier: undefined,
    changes: undefined,
    at: 's3://books/',
  });
  expect(message).toContain('m\\u{2028}The report: https://elsewhere\\u{202e}\\u{200b}');
  expect(message.split(/[\n\u2028]/).filter((line) => line.startsWith('The report:'))).toEqual([
    'The report: s3://books/report.html',
  ]);
});
