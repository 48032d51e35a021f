import { describe, expect, it } from 'vitest';
import { prohibited } from '#shared/connectors/prohibited/prohibited.ts';
import { AT, newApiRow, oneHubRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { normalized, refused } from '../../support/normalizer/normalized.ts';

const MARK = 'planted-marker';
const pathsOf = (payload: Row) => {
  const { code, details, message } = refused(payload);
  expect(code).toBe('prohibited_field');
  expect(JSON.stringify([details, message])).not.toContain(MARK);
  return details.map((detail) => detail.split(':')[0]);
};
const inRow = (over: Row) => pathsOf({ logs: [newApiRow(over)] });
const passes = (over: Row) => expect(normalized({ logs: [newApiRow(over)] }).downstreamUsage).toHaveLength(1);

describe('every name of the table', () => {
  const everywhere = [...prohibited.content, ...prohibited.secrets, ...prohibited.secretEndings];
  it.each(everywhere)('%s', (name) => {
    expect(inRow({ [name]: MARK })).toEqual([`logs[].${name}`]);
    expect(inRow({ nested: [{ [name]: [MARK] }] })).toEqual([`logs[].nested[].${name}`]);
    for (const empty of ['', null, {}, [], '{}', '[]', 'null']) passes({ [name]: empty });
  });

  it.each(prohibited.content)('%s as a number discloses nothing', (name) => {
    for (const value of [5, '5', '-1.5', true, false]) passes({ [name]: value });
  });

  it.each(prohibited.secrets)('%s as a number does', (name) =>
    expect(inRow({ [name]: 5 })).toEqual([`logs[].${name}`]),
  );

  it.each(prohibited.secretEndings)('anything that ends in %s', (name) =>
    expect(inRow({ [`x_${name}`]: MARK })).toEqual([`logs[].x_${name}`]),
  );

  it.each(['input_content', 'outputContent', 'reply-content'])(
    '%s, as forks call prompts and replies',
    (name) => {
      expect(inRow({ other: { [name]: MARK } })).toEqual([`logs[].other.${name}`]);
      passes({ [name]: 5 });
    },
  );

  const persons = ['customer_email', 'phone', 'BillingAddress', 'admin_username', 'caller_ip'];
  it.each([...persons, 'X-Real-IP', 'clientIp'])('%s, who a person is and where', (name) => {
    expect(inRow({ [name]: MARK })).toEqual([`logs[].${name}`]);
    expect(inRow({ [name]: 13_800_000_000 })).toEqual([`logs[].${name}`]);
    for (const nothing of ['', null, {}, true, false]) passes({ [name]: nothing });
  });

  it.each(['username', 'ip', 'source_ip', 'membership', 'zip', 'recIpe', 'emails_sent'])(
    '%s passes: a column of every export, or another word',
    (name) => passes({ [name]: MARK }),
  );

  it('the administrators of a raw export pass, its prompts do not', () => {
    passes({ other: { admin_info: { admin_username: 'root', caller_ip: '::1' } } });
    passes({ other: '{"admin_info":{"server_ip":"::1"}}' });
    expect(inRow({ other: { admin_info: { input_content: MARK, a: { caller_ip: MARK } } } })).toEqual([
      'logs[].other.admin_info.a.caller_ip',
      'logs[].other.admin_info.input_content',
    ]);
  });

  it.each([...prohibited.channel])('%s in channels', (name) => {
    expect(pathsOf({ logs: [], channels: [{ id: 1, [name]: MARK }] })).toEqual([`channels[].${name}`]);
    expect(pathsOf({ logs: [oneHubRow({ channel: { id: 5, [name]: MARK } })] })).toEqual([
      `logs[].channel.${name}`,
    ]);
    const text = JSON.stringify({ id: 5, [name]: MARK });
    expect(inRow({ channel: text })).toEqual([`logs[].channel.${name}`]);
    expect(pathsOf({ logs: [], upstreamCharges: [newApiRow({ channel: text })] })).toEqual([
      `upstreamCharges[].channel.${name}`,
    ]);
  });
});

describe('names are compared', () => {
  const written = ['Prompt', 'ROOT_CONTENT', 'rootContent', 'system-prompt', 'x-api-key', 'apiKey'];
  it.each([...written, 'X-Auth-Token', 'setCookie'])('without case, _ and -: %s', (name) =>
    expect(inRow({ [name]: MARK })).toEqual([`logs[].${name}`]),
  );

  const others = ['prompt_tokens_details', 'message', 'contents', 'keyword', 'tokens', 'tokenMasked'];
  it.each([...others, 'proxy', 'setting', 'monkey'])('whole: %s', (name) => passes({ [name]: MARK }));
});

describe('fields are found', () => {
  it('inside text that holds JSON, nested too', () => {
    const inner = JSON.stringify({ a: [{ prompt: MARK }] });
    expect(inRow({ other: { x: inner } })).toEqual(['logs[].other.x.a[].prompt']);
    expect(inRow({ note: ` [${inner}]` })).toEqual(['logs[].note[].a[].prompt']);
    passes({ note: `{"prompt": ${MARK}` });
    passes({ note: '[see the prompt: "x"] {' });
  });

  it.each(['logs', 'channels', 'upstreamCharges', 'payments'])('in %s, beside the rows too', (field) => {
    const page = { success: true, session: MARK, data: [{ key: MARK }] };
    expect(pathsOf({ logs: [], [field]: page })).toEqual([`${field}.session`, `${field}[].key`]);
  });

  it('in a channel, however deep, and beside channels; the same name elsewhere discloses nothing', () => {
    const channel = (over: Row) => pathsOf({ logs: [], channels: [{ id: 1, ...over }] });
    expect(channel({ info: { setting: MARK } })).toEqual(['channels[].info.setting']);
    expect(channel({ info: [{ setting: MARK }] })).toEqual(['channels[].info[].setting']);
    expect(pathsOf({ logs: [], channels: { setting: MARK, data: [] } })).toEqual(['channels.setting']);
    expect(normalized({ logs: { setting: MARK, data: [] } }).downstreamUsage).toEqual([]);
    passes({ setting: MARK, info: { setting: MARK }, list: [{ setting: MARK }] });
    expect(inRow({ setting: MARK, channel: { id: 5, setting: MARK } })).toEqual(['logs[].channel.setting']);
    expect(inRow({ channel: { id: 5, setting: MARK }, setting: MARK })).toEqual(['logs[].channel.setting']);
  });

  it('in all rows, and named once each, sorted, at most 50', () => {
    const rows = Array.from({ length: 60 }, (_, i) =>
      newApiRow({ content: MARK, [`a${i}`]: { token: MARK } }),
    );
    const paths = pathsOf({ logs: rows });
    expect(paths).toHaveLength(50);
    expect(paths).toEqual([...paths].sort());
    expect(new Set(paths).size).toBe(50);
  });

  it('before a row is read', () =>
    expect(inRow({ content: MARK, created_at: 'junk' })).toEqual(['logs[].content']));
});

describe('what a path does not show', () => {
  it.each(['sk-live-1', 'x-sk-live-1', 'A1'.repeat(12), 'a b', 'ключ', 'x'.repeat(41), ''])(
    'the name %j',
    (name) => expect(inRow({ [name]: { secret: MARK } })).toEqual(['logs[].?.secret']),
  );

  it.each(['risk-live-1', 'desk-', 'A1'.repeat(11), 'x'.repeat(23)])('but the name %j', (name) =>
    expect(inRow({ [name]: { secret: MARK } })).toEqual([`logs[].${name}.secret`]),
  );

  it('more than eight names', () => {
    const deep = 'abcdefghij'.split('').reduceRight<Row>((inner, name) => ({ [name]: inner }), { key: MARK });
    expect(inRow(deep)).toEqual(['logs[].a.b.c.d.e.f.g']);
  });
});

describe('exempt is', () => {
  it('the audit text of new-api’s manage rows', () => {
    const op = { action: 'option.update', params: { key: 'ModelRatio' } };
    for (const other of [{ op }, JSON.stringify({ op })])
      expect(normalized({ logs: [{ ...newApiRow({ type: 3 }), other }] }).skipped.manage).toBe(1);
    expect(inRow({ op })).toEqual(['logs[].op.params.key']);
    expect(inRow({ extra: { op } })).toEqual(['logs[].extra.op.params.key']);
    expect(inRow({ other: { x: { op } } })).toEqual(['logs[].other.x.op.params.key']);
    expect(inRow({ other: [{ op }] })).toEqual(['logs[].other[].op.params.key']);
    expect(pathsOf({ logs: [], payments: [{ other: { op } }] })).toEqual(['payments[].other.op.params.key']);
  });

  it('the other and the settings of a log row', () => passes({ settings: { a: 1 }, config: MARK }));

  it('the address of a channel, without user information and query', () => {
    const channel = (base_url: unknown) => ({ logs: [], channels: [{ id: 1, base_url }] });
    for (const address of [
      ...['https://h.example', 'https://h.example/v1/@x', 'https://h.example#@x', '/@x', 'h.example', ''],
      ...[['https://h.example'], { main: 'h.example', none: null, port: 443 }, '["h.example"]', [7]],
    ])
      expect(normalized(channel(address)).downstreamUsage).toEqual([]);
    for (const address of [
      ...['https://u:p@h.example', '//u@h.example', 'u:p@h.example', 'https://x/?k=1', 'u:p@h.example/v1'],
      ...[' https://u:p@h.example', '\thttps:/u:p@h.example', 'https:///u:p@h.example', '\n/\n/u@h.example'],
      ...['https:\\\\u:p@h.example', 'ht\ttps://u:p@h.example', '["https://u:p@h.example"]'],
      ...['{"main":"https://u:p\\u0040h.example"}', { main: ['https://u:p@h.example'] }],
      ['https://h.example', 'https://u:p@h.example'],
    ])
      expect(pathsOf(channel(address))).toEqual(['channels[].base_url']);
  });
});

describe('a value that holds a key is no name of anything', () => {
  const key = 'sk-0123456789abcdef';
  const at = (payload: Row) => refused({ logs: [], ...payload }).details;
  const bill = { cost: 1, time: AT };
  it.each<[string, Row, string]>([
    ['a request id', { logs: [newApiRow({ request_id: key })] }, 'logs[0].request_id'],
    ['a user id', { logs: [newApiRow({ user_id: `u:${key}` })] }, 'logs[0].user_id'],
    ['a model', { logs: [newApiRow({ model_name: `m_${key}` })] }, 'logs[0].model_name'],
    ['a task', { logs: [newApiRow({ other: { task_id: key } })] }, 'logs[0].other.task_id'],
    ['a provider', { payments: [topUpRow({ payment_method: key })] }, 'payments[0].payment_method'],
    ['the model of a bill', { upstreamCharges: [{ ...bill, model: key }] }, 'upstreamCharges[0].model'],
  ])('%s', (_, payload, path) => expect(at(payload)).toEqual([`${path}: must not hold a key`]));

  it.each(['sk-0123456789abcde', 'task-0123456789abcdef', 'SK-0123456789abcdef', 'sk_0123456789abcdef'])(
    'but %s is none',
    (request_id) => passes({ request_id }),
  );
});

it('names the strip command, and that of channel lists where they are concerned', () => {
  const messageOf = (payload: Row) => refused({ logs: [], ...payload }).message;
  const [logs, channels] = [[newApiRow({ content: MARK })], [{ id: 1, setting: MARK }]];
  expect(messageOf({ logs })).toMatch(/\(docs\/strip\.md\): jq -c .* export.stripped.json$/);
  expect(messageOf({ channels })).toMatch(/\(docs\/strip\.md\): jq -c .* channels.stripped.json$/);
  expect(messageOf({ channels })).not.toContain('export.stripped.json');
  expect(messageOf({ logs, channels })).toMatch(
    /export.stripped.json and, for channels, jq -c .* channels.stripped.json$/,
  );
  expect(messageOf({ logs, channels })).not.toMatch(/["\\]/);
});

it('refuses a flood of texts that look like JSON and are none, instead of trying each', () => {
  const flood = Array.from({ length: 20_001 }, () => '{"a":x}');
  const { code, details } = refused({ logs: [newApiRow({ flood })] });
  expect(code).toBe('invalid_request');
  expect(details[0]).toMatch(/^logs\[\]\.flood\[\]: is one of too many texts/);
});

it('refuses JSON within text that is nested too deeply, without looking further', () => {
  const deep = `${'{"a":['.repeat(500)}1${']}'.repeat(500)}`;
  const { code, details } = refused({ logs: [newApiRow({ note: deep })] });
  expect(code).toBe('invalid_request');
  expect(details[0]).toMatch(/^logs\[\]\.note\.a.*: is nested deeper than 64 levels$/);
});
