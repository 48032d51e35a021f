import { expect, test } from 'vitest';
import { escapeInvisible, escapeInvisibleInJson } from '#shared/escape-control-characters.ts';

test.each([
  ['gpt-4o', 'gpt-4o'],
  ['\u001b[2J\u0007', '\\u{1b}[2J\\u{7}'],
  ['two\nlines\r\u0085\u2028', 'two\\u{a}lines\\u{d}\\u{85}\\u{2028}'],
  ['\u202egpj.exe\u2066', '\\u{202e}gpj.exe\\u{2066}'],
  ['zero\u200bwidth\u2060\ufeff\u00ad\u3164', 'zero\\u{200b}width\\u{2060}\\u{feff}\\u{ad}\\u{3164}'],
  ['tag\u{e0041}', 'tag\\u{e0041}'],
  ['half \ud83d', 'half \\u{d83d}'],
  ['通义千问 é \u00a0🙂', '通义千问 é \u00a0🙂'],
])('%j is shown as %j', (text, seen) => expect(escapeInvisible(text)).toBe(seen));

test('JSON with visible characters only is shown unchanged', () => {
  const value = { 'a\u202e': ['\u200b', '\u{e0041}', '\u009b2J', 'line\nend', '通义千问'] };
  const json = escapeInvisibleInJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
