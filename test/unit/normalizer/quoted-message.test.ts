import { describe, expect, it } from 'vitest';
import { maskMessage } from '#shared/normalizer/intake/mask-message.ts';

const SECRET = 'hunter2Xy';

describe('masked in messages', () => {
  it.each([
    ['a key', `no access for sk-${SECRET} here`, 'no access for *** here'],
    ['a key of another provider', `key pk_live_${SECRET}!`, 'key ***!'],
    ['a key after a letter of another script', `密钥sk-${SECRET}无效`, '密钥***无效'],
    ['a long token', `id ${'a1'.repeat(20)} is gone`, 'id *** is gone'],
    ['a token of 24 characters', `id ${'a1'.repeat(12)} is gone`, 'id *** is gone'],
    ['a token within a path', `at /v1/${'a'.repeat(24)}/x now`, 'at *** now'],
    ['a signed token', `got eyJhbGci.eyJzdWIi.${SECRET} instead`, 'got *** instead'],
    ['an access key of AWS', 'AKIAIOSFODNN7EXAMPLE is denied', '*** is denied'],
    ['a short access key of AWS', 'AKIATEST is denied', '*** is denied'],
    ['a secret of AWS with slashes', 'of wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'of ***'],
    ['user information', `at https://u:${SECRET}@relay.example/v1`, 'at https://***@relay.example/v1'],
    ['a user with @ and slash', `at https://u:a@/${SECRET}@relay.example`, 'at https://***@relay.example'],
    ['user information without a scheme', `at u:${SECRET}@relay.example`, 'at ***@relay.example'],
    ['user information before slashes', `at u:${SECRET}@relay.example//v1`, 'at ***@relay.example//v1'],
    ['user information after slashes', `at //u:${SECRET}@relay.example`, 'at //***@relay.example'],
    ['a name after an @', 'ask @bob for it', 'ask ***@bob for it'],
    ['a query without an address', 'sent ?q=1 to it', 'sent ?*** to it'],
    ['a mail address', 'user bob@example.org is banned', 'user ***@example.org is banned'],
    ['a query', `GET https://relay.example/v1?key=${SECRET}&x=1 no`, 'GET https://relay.example/v1?*** no'],
    ['a password', `dial password=${SECRET}, retry`, 'dial password=***, retry'],
    ['a password of several words', `dial password="${SECRET} and more" retry`, 'dial password=***" retry'],
    ['a key by name', `api_key = ${SECRET}`, 'api_key = ***'],
    ['a token by name', `token:${SECRET};`, 'token:***;'],
    ['a password after an arrow', `password => ${SECRET} end`, 'password => *** end'],
    ['a key after two equal signs', `key = = ${SECRET} end`, 'key = = *** end'],
    ['a token after Chinese punctuation', `token：${SECRET}`, 'token：***'],
    ['a secret in JSON', `{"secret":"${SECRET}","n":1}`, '{"secret":***","n":1}'],
    ['a secret in JSON within text', `{\\"secret\\":\\"${SECRET} x\\"}`, '{\\"secret\\":***"}'],
    ['values with separators', `password="a:${SECRET}" key=${SECRET}==`, 'password=***:***" key=***=='],
    ['a bearer token', `sent bearer ${SECRET}, refused`, 'sent bearer ***, refused'],
    ['basic authorization', 'sent Basic dTpw to it', 'sent Basic *** to it'],
    [
      'a header of several parts',
      `Authorization: Digest user="u", response="${SECRET}"`,
      'Authorization:***',
    ],
    ['cookies', `with Cookie: a=${SECRET}; b=${SECRET}`, 'with Cookie:***'],
  ])('%s', (_, message, masked) => {
    expect(maskMessage(message)).toBe(masked);
    expect(maskMessage(message)).not.toContain(SECRET);
  });
});

describe('kept in messages', () => {
  it.each([
    'invalid token',
    'risk-free requests only',
    'Is the token expired? Log in again.',
    'send it without a cookie',
    `id ${'a1'.repeat(11)}a is gone`,
    'see Some/Models/Of/Other/Vendors there',
    'see SOME/MODELS/OF/4/OTHER/VENDORS there',
    'prompt_tokens=5000 exceed the limit',
    'GET /v1/chat/completions/of/a/model: 404 Not Found',
    '无权进行此操作，未提供 access token',
  ])('%s', (message) => expect(maskMessage(message)).toBe(message));
});

it('has no control characters and no half surrogate pair', () =>
  expect(maskMessage('a\u0007\u2028\u202eb\ud800c')).toBe('a b c'));

it('has at most 200 code units and does not end in half a surrogate pair', () => {
  expect(maskMessage('long '.repeat(100))).toHaveLength(200);
  const cut = maskMessage(`${'x '.repeat(99)}x😀`);
  expect(cut).toBe(`${'x '.repeat(99)}x`);
});

it('does not end in half a word', () => {
  expect(maskMessage('a1'.repeat(1000))).toBe('***');
  expect(maskMessage('a1'.repeat(1001))).toBe('');
  const secret = `https://u:${'b'.repeat(300)}@relay.example`;
  const long = `${'a1'.repeat(900)} at`;
  expect(maskMessage(`${long} ${secret}`)).toBe('*** at ');
  expect(maskMessage(`${long} password="${'b c '.repeat(100)}"`)).toBe('*** at password=***');
  expect(maskMessage(`u:${'b'.repeat(3000)}@relay.example`)).toBe('');
  expect(maskMessage(`${long}${' '.repeat(5000)}x`)).toMatch(/^\*\*\* at *$/);
});
