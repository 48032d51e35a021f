import { expect, test } from 'vitest';
import type { Language } from '#shared/language.ts';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { renderReport } from '../../support/answer/render-report.ts';
import { makeTextFile, runFilesToReportSource } from '../../support/pipeline/run-in-memory.ts';

/** A log row about credit, as a gateway writes it: type, quota and text. */
type Row = readonly [type: number, quota: number, content: string];

const CODE: Row = [1, 0, '通过兑换码充值 ＄5.000000 额度，兑换码ID 1'];

const logOf = (rows: readonly Row[], more: object) =>
  [[2, 1000, ''] as Row, ...rows].map(([type, quota, content], at) => ({
    id: at + 1,
    user_id: 2,
    created_at: 1_791_000_000 + at,
    request_id: `r${at}`,
    model_name: type === 2 ? 'gpt-4o' : '',
    type,
    quota,
    content,
    prompt_tokens: 0,
    completion_tokens: 0,
    ...more,
  }));

test.each<[connector: string, rows: Row[], more: object, count: number, amount: string]>([
  // A code that was credited twice, and a gift. No payment is compared with these three credits.
  ['new-api', [CODE, CODE, [3, 0, '管理员增加用户额度 ＄100.000000 额度']], { other: '' }, 3, '110'],
  [
    'one-hub',
    [CODE, [3, 50_000_000, '管理员增减用户额度 ＄100.000000 额度, 备注: x']],
    { metadata: null },
    2,
    '105',
  ],
  [
    'one-api',
    [
      CODE,
      [1, 2_500_000, 'manual credit, invoice 17'],
      [3, 0, '管理员将用户额度从 ＄1.000000 额度修改为 ＄8.000000 额度'],
    ],
    { elapsed_time: 0 },
    3,
    '17',
  ],
])(
  'credit without a payment is named with its sum, for the command and on the page: %s',
  async (connector, rows, more, count, amount) => {
    const { source } = await runFilesToReportSource([makeTextFile('logs', logOf(rows, more))], { connector });
    const notes = {
      en: `Credits from redemption codes, gifts and administrators: ${count}, ${amount} USD. They are not compared with payments.`,
      zh: `兑换码、赠送和管理员充入的额度：${count}，${amount} USD。不与付款核对。`,
    };
    const page = buildPageReport(source);
    expect(source.meta.notes).toContain(notes.en);
    expect(page.translations.zh.notes).toContain(notes.zh);
    for (const language of ['en', 'zh'] satisfies Language[])
      expect(renderReport(page, language)).toContain(notes[language]);
  },
);
