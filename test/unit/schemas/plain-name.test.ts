import { expect, test } from 'vitest';
import { isPlainName, maskName } from '#shared/schemas/plain-name.ts';

const linesOf = (text: string) => text.trim().split(/\s+/);

test.each(
  linesOf(`
x id userId userID APIKey requestIDs chargedAmout is_model_mapped __proto__ x-api-key cache_tokens_5m expr_b64 oauth2
gpt-4o-2024-05-13 claude-3-5-haiku-20241022 llama3-8b-8192 ERNIE-Speed-128K SMTPStartTLSEnabled
WeChatAccountQRCodeImageURL AutomaticDisableChannelEnabled`),
)('%s may be quoted', (name) => expect(isPlainName(name)).toBe(true));

test.each(
  linesOf(`
AKIAIOSFODNN7EXAMPLE ASIAABCDEFGHIJKLMNOP ghp_16C7e42F292c6912E7710c838347Ae178B4a glpat-x7Ks9dQp2mVbN4tLw8Rz
sk-live-1 sk_test_abc SK-proj pk_live_abc rk_test_1 eyJhbGciOiJIUzI1NiJ9 AIzaSyA1234567890abcdefghij xoxb-123456789012-a
c611200d2a224651bc2946e90679d3ff 9b810e76-6286-4986-a3ca-828dd5f4b3b2 Tr0ub4dor qzxwvutsrqponmlkjihg 13800000000
bob@example.org 密钥 ___ --`),
)('%s may be a secret', (name) => expect(isPlainName(name)).toBe(false));

test('other texts, nothing and long names may not be quoted', () => {
  for (const name of ['', ' ', 'a b', 'prompt ', 'x'.repeat(17), 'a_'.repeat(21)])
    expect(isPlainName(name), name).toBe(false);
});

test('a column name is hidden only if it may be a secret', () => {
  expect(maskName('Cost (USD) of gpt-4o, 输入Token')).toBe('Cost (USD) of gpt-4o, 输入Token');
  expect(maskName('支出金额（-元）')).toBe('支出金额（-元）');
  expect(maskName('key sk-live-1, AKIAIOSFODNN7EXAMPLE')).toBe('key ?, ?');
});
