import { expect, test } from 'vitest';
import { Changes } from '#functions/ledgers/output/changes.ts';
import { buildNotice } from '#functions/ledgers/output/notice.ts';
import { computeCauseTraits } from '#shared/report/build/cause-traits.ts';
import { listSortedDrafts } from '#shared/report/build/drafts.ts';
import { buildRecord } from '#shared/report/build/findings.ts';
import { reconcile, runChecks } from '#shared/report/reconcile.ts';

test('names are written within one line of the mail', () => {
  const model = 'm\u2028The report: https://elsewhere\u202e\u200b';
  const times = { requestId: 'r1', occurredAt: '2026-11-20T10:00:00Z' };
  const head = reconcile(
    {
      downstreamUsage: [{ ...times, model, status: 'success', chargedAmount: '1' }],
      upstreamCharges: [{ ...times, model, status: 'success', costAmount: '2' }],
    },
    '2026-11-22T00:00:00Z',
  );
  const { message } = buildNotice({
    head,
    since: [],
    traits: [],
    channelNames: {},
    earlier: undefined,
    changes: undefined,
    at: 's3://books/',
    language: 'en',
  });
  expect(message).toContain('m\\u{2028}The report: https://elsewhere\\u{202e}\\u{200b}');
  expect(message.split(/[\n\u2028]/).filter((line) => line.startsWith('The report:'))).toEqual([
    'The report: s3://books/report.html',
  ]);
});

test('the first lines are those of the answer, with details common to all findings of a cause', () => {
  const row = (id: number) => ({
    requestId: `r${id}`,
    occurredAt: '2026-11-20T10:00:00Z',
    model: 'm',
    channelId: '7',
    status: 'success' as const,
  });
  const input = {
    downstreamUsage: [1, 2, 3].map((id) => ({ ...row(id), chargedAmount: '0.6', expectedCharge: '1' })),
    upstreamCharges: [1, 2, 3].map((id) => ({ ...row(id), costAmount: '0.1' })),
  };
  const head = reconcile(input, '2026-11-22T00:00:00Z');
  const { conclusions, surveyed } = runChecks(input);
  const drafts = listSortedDrafts(conclusions.evidence, surveyed.context);
  const noticeInput = {
    head,
    since: ['2026-11-20'],
    traits: computeCauseTraits(head.summary.causes, drafts),
    channelNames: { 7: 'main' },
    earlier: undefined,
    at: 's3://books/',
  };
  const { message } = buildNotice({ ...noticeInput, changes: undefined, language: 'en' });
  expect(message).toContain(
    'm, channel 7 (main): 3 requests were charged at 60 % of their price on 20 November',
  );
  expect(message).toContain('Find the ratio of 0.6');

  const changes = new Changes();
  for (const draft of drafts) changes.add(undefined, buildRecord(draft, 'USD'));
  const { message: chinese, subject } = buildNotice({ ...noticeInput, changes, language: 'zh' });
  expect(chinese).toContain('损失 1.20 USD：m，渠道 7（main）：11月20日，3 个请求按定价的 60%');
  expect(chinese).toContain('此前没有报告。');
  // Names, ids, amounts and addresses apart, nothing is English.
  const left = chinese.replaceAll(/s3:\S+|fnd_\w+|USD|main/g, '');
  expect(left.match(/[A-Za-z]{4,}/g)).toBe(null);
  expect(subject).toMatch(/^[ -~]{1,99}$/);
});
