import { expect, test } from 'vitest';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const row = (id: number, type: number, content: string, more: object = {}) => ({
  id,
  user_id: 3,
  created_at: 1_790_000_000 + id,
  type,
  content,
  quota: 0,
  other: '',
  ...more,
});

test('credit without a payment is noted with its sum: codes, gifts and additions by administrators', async () => {
  const logs = [
    row(1, 2, '', { model_name: 'm', quota: 500, prompt_tokens: 1, completion_tokens: 1 }),
    row(2, 1, '通过兑换码充值 ＄20.000000 额度，兑换码ID 7'),
    row(3, 1, '使用在线充值成功，充值金额: ＄9.000000 额度，支付金额：9.000000'),
    row(4, 4, '新用户注册赠送 ＄5.000000 额度'),
    row(5, 3, '管理员将用户额度从 ＄1.000000 额度修改为 ＄3.000000 额度'),
    row(6, 3, '管理员将用户额度从 ＄3.000000 额度修改为 ＄1.000000 额度'),
    row(7, 3, 'Increased user quota', {
      other: JSON.stringify({
        op: { action: 'user.quota_add', params: { quota: '＄0.500000 额度', target_user_id: 3 } },
      }),
    }),
  ];
  const { meta } = await runFiles([makeTextFile('logs', logs)]);
  expect(meta.notes).toContain(
    'Credits from redemption codes, gifts and administrators: 4, 27.5 USD. They are not compared with payments.',
  );
});

test('credit granted by an upstream gateway is not credit of a customer', async () => {
  const logs = [row(1, 2, '', { model_name: 'm', quota: 500, prompt_tokens: 1, completion_tokens: 1 })];
  const bill = [
    row(8, 2, '', { model_name: 'm', quota: 300, prompt_tokens: 1, completion_tokens: 1, user_id: 9 }),
    row(9, 1, '通过兑换码充值 ＄20.000000 额度', { user_id: 9 }),
  ];
  const { meta } = await runFiles([makeTextFile('logs', logs), makeTextFile('upstreamCharges', bill)]);
  expect(meta.notes.join()).not.toContain('redemption');
});
