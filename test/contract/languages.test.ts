import { expect, test } from 'vitest';
import { call, type Reply } from '../support/service/client.ts';

const reconciled = async (acceptLanguage: string): Promise<Reply> => {
  const { json } = await call('GET', '/api/v1/examples/reconciliation');
  return call('POST', '/api/v1/reconcile', json.data, {
    'content-type': 'application/json',
    'accept-language': acceptLanguage,
  });
};

/** The text of a reply without sentences and time, which may differ between two replies. */
const withoutWords = (text: string): unknown =>
  JSON.parse(text, (name, value) =>
    ['text', 'message', 'title', 'remedy', 'generatedAt'].includes(name) ? undefined : value,
  );

test('a request for Chinese gets the answer, messages, titles and remedies in Chinese, and all other fields unchanged', async () => {
  const english = await reconciled('en-GB,en;q=0.9');
  const chinese = await reconciled('zh-CN,zh;q=0.9,en;q=0.8');
  expect(withoutWords(chinese.text)).toEqual(withoutWords(english.text));
  const { findings, summary } = chinese.json.data;
  expect(summary.answer.text).toMatch(/\p{Script=Han}.*。$/u);
  expect(english.json.data.summary.answer.text).toMatch(/^[A-Z].*\.$/);
  expect(findings.length).toBeGreaterThan(0);
  for (const { message } of findings) expect(message).toMatch(/\p{Script=Han}.*。$/u);
  for (const { title, remedy } of Object.values<Record<string, string>>(summary.findings.byCode))
    expect([title, remedy]).toEqual([expect.stringMatching(/。$/), expect.stringMatching(/。$/)]);
  for (const { message } of english.json.data.findings) expect(message).toMatch(/^[A-Z\d].*\.$/);
});

test('replies state their language and vary by Accept-Language', async () => {
  for (const [accepted, language] of [
    ['zh-TW', 'zh'],
    ['zh;q=0.2, en;q=0.7', 'en'],
    ['fr', 'en'],
  ] as const) {
    const { headers } = await reconciled(accepted);
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('vary')).toBe('Accept-Encoding, Accept-Language');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('replies without sentences state no language', async () => {
  const { headers } = await call('GET', '/api/v1/connectors', undefined, { 'accept-language': 'zh' });
  expect(headers.has('content-language')).toBe(false);
  expect(headers.get('vary')).toBe('Accept-Encoding');
});

test('refusals are in English in every language, because programs and support staff read them', async () => {
  const { status, json } = await call(
    'POST',
    '/api/v1/reconcile',
    {},
    { 'content-type': 'application/json', 'accept-language': 'zh' },
  );
  expect(status).toBe(400);
  expect(json.error.message).toMatch(/^[A-Z]/);
});
