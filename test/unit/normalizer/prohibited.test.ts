import { describe, expect, it } from 'vitest';
import { type Rule, rules } from '#shared/gateways/prohibited/prohibited.ts';
import { CREATED_AT, newApiRow, oneHubRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const MARK = 'planted-marker';
const pathsOf = (payload: Row) => {
  const { code, details, message } = catchRefusal(payload);
  expect(code).toBe('prohibited_field');
  expect(JSON.stringify([details, message])).not.toContain(MARK);
  return details.map((detail) => detail.split(':')[0]);
};
const pathsInRow = (over: Row) => pathsOf({ logs: [newApiRow(over)] });
const expectAccepted = (over: Row) =>
  expect(normalizeAndCheck({ logs: [newApiRow(over)] }).downstreamUsage).toHaveLength(1);

const namesOf = (...kinds: Rule['kind'][]) =>
  rules.flatMap(({ kind, name }) => (kinds.includes(kind) ? [name] : []));

describe('every name in the table', () => {
  it.each(namesOf('content', 'token', 'secret', 'person').filter((name) => !/^(ip|username)$/.test(name)))(
    '%s',
    (name) => {
      expect(pathsInRow({ [name]: MARK })).toEqual([`logs[].${name}`]);
      expect(pathsInRow({ nested: [{ [name]: [MARK] }] })).toEqual([`logs[].nested[].${name}`]);
      for (const harmless of ['', null, {}, [], '{}', '[]', 'null', true, false])
        expectAccepted({ [name]: harmless });
    },
  );

  it.each(namesOf('content'))('%s is accepted as a number', (name) => {
    for (const value of [5, '5', '-1.5']) expectAccepted({ [name]: value });
  });

  it.each(namesOf('secret', 'person').filter((name) => !/^(ip|username)$/.test(name)))(
    '%s is refused as a number',
    (name) => expect(pathsInRow({ [name]: 5 })).toEqual([`logs[].${name}`]),
  );

  it('a token count is accepted', () => {
    for (const value of [5, '5', '1,234', { input: 5, media: { output: '2' } }, [1, null]]) {
      expectAccepted({ tokens: value, totalToken: value });
      expect(pathsInRow({ tokens: [value, MARK] })).toEqual(['logs[].tokens']);
    }
    expect(pathsInRow({ access_tokens: { input: MARK }, token: '{"input":5}' })).toEqual([
      'logs[].access_tokens',
      'logs[].token',
    ]);
  });

  it('admin_info in a raw export is accepted, prompts are not', () => {
    expectAccepted({ other: { admin_info: { admin_username: 'root', caller_ip: '::1' } } });
    expectAccepted({ other: '{"admin_info":{"server_ip":"::1"}}' });
    expect(pathsInRow({ other: { admin_info: { input_content: MARK, a: { caller_ip: MARK } } } })).toEqual([
      'logs[].other.admin_info.a.caller_ip',
      'logs[].other.admin_info.input_content',
    ]);
  });

  it.each(namesOf('channel'))('%s in channels', (name) => {
    expect(pathsOf({ logs: [], channels: [{ id: 1, [name]: MARK }] })).toEqual([`channels[].${name}`]);
    expect(pathsOf({ logs: [oneHubRow({ channel: { id: 5, [name]: MARK } })] })).toEqual([
      `logs[].channel.${name}`,
    ]);
    const text = JSON.stringify({ id: 5, [name]: MARK });
    expect(pathsInRow({ channel: text })).toEqual([`logs[].channel.${name}`]);
    expect(pathsOf({ logs: [], upstreamCharges: [newApiRow({ channel: text })] })).toEqual([
      `upstreamCharges[].channel.${name}`,
    ]);
  });
});

/** Names that are refused. The names on a line have the same rule. */
const REFUSED = `
sessions user_session LoginSession session_ids chat_session_id session_data
channel_key channelKey ChannelKeys channelkey CHANNEL-KEY multi_keys key2 key_list
api_keys apiKey APIKey x-api-key stripe_api_key_1
admin_token adminToken AdminTokens root.token bearer_token bearer access_tokens token_value
access_key_id accessKeyId AWSAccessKeyID accesskeyids secret_access_key sk ak
secrets clientSecret webhook-secrets passwords userPassword pwd
cookies set_cookie setCookie cookie_header auth proxy_auth authorization_header credentials
prompts system-prompt userPrompt Prompt prompt_en negative_prompts prompt_text
contents ROOT_CONTENT rootContent input_content outputContent input_messages chatMessages
responses completions response_text request_bodies
emails customer_email BillingAddresses admin_username user_phones
caller_ip X-Real-IP clientIp client_ips`;
/** Names that are accepted, because their last word is harmless. */
const PASSING = `
token_name token_id tokenName tokenMasked token_uuid token_group cached_tokens prompt_tokens_details
session_duration session_count sessionName obsessionist
key_count keyword keywords keyboard key_name api_key_id api_key_name is_multi_key_mode monkey
cookie_consent password_changed_at auth_method authType secretary next_token nextPageToken public_key
prompt_id prompt_version content_type contentLength message finish_message response_time completion_ratio
checkout_session CheckoutSessionID idempotencyKey cache_key username ip source_ip
membership zip recIpe emails_sent address_id proxy setting gateway_response`;
const wordsOf = (text: string) => text.trim().split(/\s+/);

describe('names are compared by their last words', () => {
  it.each(wordsOf(REFUSED))('%s is refused', (name) => {
    for (const value of [MARK, [MARK], { a: MARK }])
      for (const row of [
        { [name]: value },
        { extra: { [name]: value } },
        { other: JSON.stringify({ [name]: value }) },
      ])
        expect(pathsOf({ logs: [newApiRow(row)] })).toHaveLength(1);
    expect(pathsOf({ logs: [], channels: [{ id: 4, [name]: MARK }] })).toHaveLength(1);
    expect(pathsOf({ logs: [], payments: [{ trade_no: 'x', [name]: MARK }] })).toHaveLength(1);
  });

  it.each([
    ' prompt ',
    'prompt\n',
    'pro\u200bmpt',
    'a pi key',
    `${'x'.repeat(300)}_session${'_'.repeat(300)}`,
  ])('blanks and punctuation are ignored: %j', (name) =>
    expect(pathsInRow({ [name]: MARK })).toEqual(['logs[].?']),
  );

  it.each(wordsOf(PASSING))('%s is accepted', (name) =>
    expectAccepted({ [name]: MARK, extra: { [name]: [MARK] } }),
  );
});

describe('prohibited fields are found', () => {
  it('in JSON inside text, also nested', () => {
    const inner = JSON.stringify({ a: [{ prompt: MARK }] });
    expect(pathsInRow({ other: { x: inner } })).toEqual(['logs[].other.x.a[].prompt']);
    expect(pathsInRow({ note: ` [${inner}]` })).toEqual(['logs[].note[].a[].prompt']);
    expect(pathsInRow({ note: JSON.stringify(JSON.stringify(inner)) })).toEqual(['logs[].note.a[].prompt']);
    expectAccepted({ note: `{"prompt": ${MARK}` });
    expectAccepted({ note: '[see the prompt: "x"] {' });
  });

  it.each(['logs', 'channels', 'upstreamCharges', 'payments'])('in %s, also beside the rows', (field) => {
    const page = { success: true, session: MARK, data: [{ key: MARK }] };
    expect(pathsOf({ logs: [], [field]: page })).toEqual([`${field}.session`, `${field}[].key`]);
  });

  it('in a channel at any depth, and beside channels; the name is harmless elsewhere', () => {
    const channel = (over: Row) => pathsOf({ logs: [], channels: [{ id: 1, ...over }] });
    expect(channel({ info: { setting: MARK } })).toEqual(['channels[].info.setting']);
    expect(channel({ info: [{ setting: MARK }] })).toEqual(['channels[].info[].setting']);
    expect(pathsOf({ logs: [], channels: { setting: MARK, data: [] } })).toEqual(['channels.setting']);
    expect(normalizeAndCheck({ logs: { setting: MARK, data: [] } }).downstreamUsage).toEqual([]);
    expectAccepted({ setting: MARK, info: { setting: MARK }, list: [{ setting: MARK }] });
    expect(pathsInRow({ setting: MARK, channel: { id: 5, setting: MARK } })).toEqual([
      'logs[].channel.setting',
    ]);
    expect(pathsInRow({ channel: { id: 5, setting: MARK }, setting: MARK })).toEqual([
      'logs[].channel.setting',
    ]);
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
    expect(pathsInRow({ content: MARK, created_at: 'junk' })).toEqual(['logs[].content']));
});

describe('paths do not contain', () => {
  it.each([
    ...['sk-live-1', 'x_sk_live', 'AKIAIOSFODNN7EXAMPLE', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ...['9b810e76-6286', 'eyJhbGciOiJIUzI1NiJ9', 'xoxb-123456789012-a', 'a b', 'ключ', 'x'.repeat(41), ''],
  ])('the name %j', (name) => expect(pathsInRow({ [name]: { secret: MARK } })).toEqual(['logs[].?.secret']));

  it.each(['risk-live-1', 'desk', 'cache_tokens_5m', 'gpt-4o-2024-05-13', 'upstreamRequestID'])(
    'paths contain the name %j',
    (name) => expect(pathsInRow({ [name]: { secret: MARK } })).toEqual([`logs[].${name}.secret`]),
  );

  it('more than eight names', () => {
    const deep = 'abcdefghij'.split('').reduceRight<Row>((inner, name) => ({ [name]: inner }), { key: MARK });
    expect(pathsInRow(deep)).toEqual(['logs[].a.b.c.d.e.f.g']);
  });
});

describe('accepted are', () => {
  it('the name of a setting in the audit text of new-api’s manage rows', () => {
    const op = {
      action: 'option.update',
      params: { key: 'console_setting.ModelRatio', admin_username: 'root' },
    };
    for (const other of [{ op }, JSON.stringify({ op })])
      expect(normalizeAndCheck({ logs: [{ ...newApiRow({ type: 3 }), other }] }).skipped.manage).toBe(1);
    const audit = (params: Row) => pathsOf({ logs: [newApiRow({ type: 3, other: { op: { params } } })] });
    expect(audit({ key: 'sk-live-1', prompt: MARK, api_key: MARK })).toEqual(
      ['api_key', 'key', 'prompt'].map((name) => `logs[].other.op.params.${name}`),
    );
    expect(pathsInRow({ other: { op: { prompt: MARK, params: { key: 'ModelRatio' } } } })).toEqual([
      'logs[].other.op.params.key',
      'logs[].other.op.prompt',
    ]);
    expect(pathsOf({ logs: [], payments: [{ type: 3, other: { op } }] })).toEqual([
      'payments[].other.op.params.admin_username',
      'payments[].other.op.params.key',
    ]);
  });

  it('`other` and the settings of a log row', () => expectAccepted({ settings: { a: 1 }, config: MARK }));

  it('the address of a channel without user information and query', () => {
    const channel = (base_url: unknown) => ({ logs: [], channels: [{ id: 1, base_url }] });
    for (const address of [
      ...['https://h.example', 'https://h.example/v1/@x', 'https://h.example#@x', '/@x', 'h.example', ''],
      ...[['https://h.example'], { main: 'h.example', none: null, port: 443 }, '["h.example"]', [7]],
    ])
      expect(normalizeAndCheck(channel(address)).downstreamUsage).toEqual([]);
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

describe('a value with a key in it is not quoted as a name', () => {
  const key = 'sk-0123456789abcdef';
  const at = (payload: Row) => catchRefusal({ logs: [], ...payload }).details;
  const bill = { cost: 1, time: CREATED_AT };
  it.each<[string, Row, string]>([
    ['a request id', { logs: [newApiRow({ request_id: key })] }, 'logs[0].request_id'],
    ['a user id', { logs: [newApiRow({ user_id: `u:${key}` })] }, 'logs[0].user_id'],
    ['a model', { logs: [newApiRow({ model_name: `m_${key}` })] }, 'logs[0].model_name'],
    ['a task', { logs: [newApiRow({ other: { task_id: key } })] }, 'logs[0].other.task_id'],
    ['a provider', { payments: [topUpRow({ payment_method: key })] }, 'payments[0].payment_method'],
    ['the model of a bill', { upstreamCharges: [{ ...bill, model: key }] }, 'upstreamCharges[0].model'],
  ])('%s', (_, payload, path) =>
    expect(at(payload)).toEqual([`${path}: must not contain an API key. Remove the key from the export`]),
  );

  it.each(['sk-0123456789abcde', 'task-0123456789abcdef', 'SK-0123456789abcdef', 'sk_0123456789abcdef'])(
    'but %s is harmless',
    (request_id) => expectAccepted({ request_id }),
  );
});

it('the refusal names the strip command, and that for channel lists if they are concerned', () => {
  const messageOf = (payload: Row) => catchRefusal({ logs: [], ...payload }).message;
  const [logs, channels] = [[newApiRow({ content: MARK })], [{ id: 1, setting: MARK }]];
  expect(messageOf({ logs })).toMatch(/\(docs\/strip\.md\): jq -c .* export.stripped.json$/);
  expect(messageOf({ channels })).toMatch(/\(docs\/strip\.md\): jq -c .* channels.stripped.json$/);
  expect(messageOf({ channels })).not.toContain('export.stripped.json');
  expect(messageOf({ logs, channels })).toMatch(
    /export.stripped.json and, for channels, jq -c .* channels.stripped.json$/,
  );
  expect(messageOf({ logs, channels })).not.toMatch(/["\\]/);
});

it('many texts that only look like JSON are refused instead of parsed', () => {
  const flood = Array.from({ length: 20_001 }, () => '{"a":x}');
  const { code, details } = catchRefusal({ logs: [newApiRow({ flood })] });
  expect(code).toBe('invalid_request');
  expect(details[0]).toMatch(/^logs\[\]\.flood\[\]: looks like JSON but cannot be parsed/);
});

it('JSON nested too deeply inside text is refused without reading further', () => {
  const deep = `${'{"a":['.repeat(500)}1${']}'.repeat(500)}`;
  const { code, details } = catchRefusal({ logs: [newApiRow({ note: deep })] });
  expect(code).toBe('invalid_request');
  expect(details[0]).toMatch(/^logs\[\]\.note\.a.*: is nested deeper than 64 levels$/);
});
