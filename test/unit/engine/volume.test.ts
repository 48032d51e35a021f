import { expect, test } from 'vitest';
import { Volume } from '#shared/engine/report/volume.ts';

test.each([
  ['plain', 'a'],
  ['quotes', '"\\"'],
  ['control characters', '\u0000\b\t\n\u000b\f\r\u001f\u007f'],
  ['two and three bytes', '\u0080\u07ff\u0800\ud7ff\ue000\uffff\u2028'],
  ['surrogates', '\ud83e\uddfe\ud800\udc00\udc00\ud800a\ud800'],
])('a volume counts %s as JSON writes them', (_, text) => {
  const value = { [text]: [text, 1.5e-7, -0, true, null, { nested: text, gone: undefined }, [], {}] };
  const json = JSON.stringify(value);
  const volume = new Volume().add(JSON.parse(json));
  expect(volume.bytes).toBe(Buffer.byteLength(json));
  expect(volume.escaped).toBe(Buffer.byteLength(JSON.stringify(json)) - 2);
});
