import { expect, test } from 'vitest';
import { connectorIds } from '#shared/gateways/registry.ts';
import { BODY_BYTES_MAX, DETAILS_MAX } from '#shared/limits.ts';
import { call, invoke } from '../support/service/client.ts';

/** Step Functions cuts the cause of an error to this length. */
const CAUSE_LENGTH_MAX = 32_768;

const at = '2026-03-10T10:00:00Z';
const charge = (requestId: string) => ({
  requestId,
  occurredAt: at,
  model: 'm',
  status: 'success',
  costAmount: '1',
});
/** Each unmatched charge is a critical finding; the negative margin is one more. */
const ledgers = (charges: number) => ({
  downstreamUsage: [],
  upstreamCharges: Array.from({ length: charges }, (_, n) => charge(`r${n}`)),
});

/** Returns the reply of the function, or `[name, error body]` if it throws. */
async function answerOf(functionName: string, payload: unknown) {
  const { headers, json } = await invoke(functionName, payload);
  return headers.has('x-amz-function-error') ? [json.errorType, JSON.parse(json.errorMessage)] : json;
}

test('a POST function accepts the request body itself or wrapped, and returns the reply body', async () => {
  const { data: example } = await answerOf('example', {});
  const { json } = await call('POST', '/api/v1/reconcile', example);
  for (const payload of [example, { body: example }]) {
    const { data, ...others } = await answerOf('reconcile', payload);
    expect(others).toEqual({});
    expect({ ...data, generatedAt: '' }).toEqual({ ...json.data, generatedAt: '' });
  }
});

test('a GET function reads its path parameters', async () => {
  expect(await answerOf('manifest', { connectorId: 'one-hub' })).toMatchObject({
    data: { connector: { id: 'one-hub' } },
  });
  expect(await answerOf('connectors', {})).toMatchObject({ meta: { count: connectorIds.length } });
});

const prompted = { connector: 'new-api', quotaPerUnit: 1, logs: [{ prompt: 'secret words' }] };
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

test.each<[functionName: string, what: string, payload: unknown, name: string, code: string]>([
  ['reconcile', 'nothing', {}, 'InvalidRequest', 'invalid_request'],
  ['reconcile', 'null', null, 'InvalidRequest', 'invalid_request'],
  ['reconcile', 'an array', [], 'InvalidRequest', 'invalid_request'],
  ['reconcile', 'an unknown field', { ...ledgers(0), x: 1 }, 'InvalidRequest', 'invalid_request'],
  ['reconcile', 'deep nesting', { downstreamUsage: nested(70) }, 'InvalidRequest', 'invalid_json'],
  ['reconcile', 'too much', { version: 'x'.repeat(BODY_BYTES_MAX) }, 'PayloadTooLarge', 'payload_too_large'],
  ['normalize', 'no connector', { logs: [] }, 'InvalidRequest', 'invalid_request'],
  ['normalize', 'a prompt', prompted, 'ProhibitedField', 'prohibited_field'],
  ['manifest', 'an unknown connector', { connectorId: 'x' }, 'ConnectorNotFound', 'connector_not_found'],
])('%s refuses %s by name', async (functionName, _what, payload, name, code) => {
  expect(await answerOf(functionName, payload)).toEqual([name, expect.objectContaining({ code })]);
});

test('the cause of an error fits into the limit of Step Functions', async () => {
  const long = 'x'.repeat(40);
  const record = { [long]: 1, occurredAt: '', model: '', status: '', chargedAmount: '', requestId: '' };
  const { json, text } = await invoke('reconcile', { downstreamUsage: Array(DETAILS_MAX).fill(record) });
  expect(JSON.parse(json.errorMessage).details).toHaveLength(DETAILS_MAX);
  expect(text.length).toBeLessThan(CAUSE_LENGTH_MAX);
});

test('the options `maxFindings` and `language` change the report', async () => {
  const { data: whole } = await answerOf('reconcile', ledgers(9));
  const optioned = async (options: object) =>
    (await answerOf('reconcile', { body: ledgers(9), options })).data;
  expect((await optioned({ maxFindings: 4 })).findings).toEqual(whole.findings.slice(0, 4));
  expect(await optioned({ summaryOnly: true })).toMatchObject({ findings: [], byModel: [], byChannel: [] });
  const maxReplyBytes = 5000;
  const short = await optioned({ maxReplyBytes });
  expect(JSON.stringify({ data: short }).length).toBeLessThanOrEqual(maxReplyBytes);
  expect(short.findings.length).toBeGreaterThan(0);
  expect(short.findings.length).toBeLessThan(whole.findings.length);
  for (const { message } of (await optioned({ language: 'zh' })).findings)
    expect(message).toMatch(/\p{Script=Han}.*。$/u);
});

test('a reply that is too large even without findings is refused with its own error name', async () => {
  const [name, error] = await answerOf('reconcile', { body: ledgers(9), options: { maxReplyBytes: 500 } });
  expect(name).toBe('ReplyTooLarge');
  expect(error.code).toBe('reply_too_large');
  const body = { connector: 'new-api', logs: [] };
  expect(await answerOf('normalize', { body, options: { maxReplyBytes: 20 } })).toEqual([
    'ReplyTooLarge',
    expect.objectContaining({ message: expect.stringContaining('maxReplyBytes') }),
  ]);
});

test('the verdict of a closing rule fits beside a report of maximum size', async () => {
  const closing = { by: 'requests', coverage: 0.98, payments: true };
  const options = { maxReplyBytes: 40_000, closing };
  const { data, meta } = await answerOf('reconcile', { body: ledgers(300), options });
  expect(data.completeness.findings).toBe(false);
  expect(meta.closing.reasons.length).toBeGreaterThan(0);
  expect(meta.closing.message).toMatch(/^The period stays open:\n- /);
  expect(JSON.stringify({ data, meta }).length).toBeLessThanOrEqual(options.maxReplyBytes);
});

const UNKNOWN = 'is not a property of the contract';
test.each<[functionName: string, wrapper: object, detail: string]>([
  ['reconcile', { options: {} }, 'body: is required'],
  ['reconcile', { body: {}, option: {} }, `option: ${UNKNOWN}`],
  ['reconcile', { options: { maxFinding: 1 } }, `options.maxFinding: ${UNKNOWN}`],
  [
    'reconcile',
    { options: { maxFindings: -1 } },
    'options.maxFindings: must be a whole number of at least 0',
  ],
  [
    'reconcile',
    { options: { maxFindings: '1' } },
    'options.maxFindings: must be a whole number of at least 0',
  ],
  [
    'reconcile',
    { options: { maxReplyBytes: 0.5 } },
    'options.maxReplyBytes: must be a whole number of at least 1',
  ],
  ['reconcile', { options: { summaryOnly: 1 } }, 'options.summaryOnly: must be true or false'],
  ['reconcile', { options: { language: 'fr' } }, 'options.language: must be one of en, zh'],
  [
    'reconcile',
    { options: { closing: { by: 'weeks', coverage: 1, payments: true } } },
    'options.closing.by: must be one of requests, days, models',
  ],
  ['reconcile', { options: [] }, 'options: must be an object'],
  ['normalize', { options: { maxFindings: 1 } }, `options.maxFindings: ${UNKNOWN}`],
])('%s takes no wrapper %j', async (functionName, wrapper, detail) => {
  const body = detail.startsWith('body') ? {} : { body: {} };
  const [name, { details }] = await answerOf(functionName, { ...body, ...wrapper });
  expect(name).toBe('InvalidRequest');
  expect(details).toContain(detail);
});

test('only direct invocations read the wrapper', async () => {
  const { status } = await call('POST', '/api/v1/reconcile', { body: ledgers(0), options: {} });
  expect(status).toBe(400);
});
