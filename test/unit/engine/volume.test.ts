import { expect, test } from 'vitest';
import { SerializedSize } from '#shared/report/build/serialized-size.ts';

test.each([
  ['plain letters and spaces', 'a b'],
  ['quotes', '"\\"'],
  ['control characters', '\u0000\b\t\n\u000b\f\r\u001f\u007f'],
  ['two and three bytes', '\u0080\u07ff\u0800\ud7ff\ue000\uffff\u2028'],
  ['pairs of surrogates', '\ud83e\uddfe\ud800\udc00a\udbff\udfff'],
  ['high surrogates alone', '\ud800a\ud800\ud800'],
  ['low surrogates alone', '\udc00a\udfff\udfff'],
  ['surrogates in the wrong order', '\udc00\ud800'],
])('a size counts %s as JSON writes them', (_, text) => {
  const value = { name: [text, 1.5e-7, -0, true, null, { nested: text, gone: undefined }, [], {}] };
  const json = JSON.stringify(value);
  for (const volume of [new SerializedSize().add(value), new SerializedSize().addJson(json)]) {
    expect(volume.bytes).toBe(Buffer.byteLength(json));
    expect(volume.escaped).toBe(Buffer.byteLength(JSON.stringify(json)) - 2);
  }
});
