import { expect, test } from 'vitest';
import { splitUnbroken } from '#shared/report/view/figures.ts';

test.each<[sentence: string, names: string[]]>([
  ['gpt-4o lost 1 USD.', ['gpt-4o']],
  ['o3, channel 8 (claude-native): 4 requests', ['(claude-native):']],
  ['渠道 8（claude-native）：4 个请求', ['（claude-native）：']],
  ['没有对应的成本：noid-model、stale-model。其余', ['noid-model、', 'stale-model。']],
  ['最差的是 claude-sonnet-4-5，-0.24。', ['claude-sonnet-4-5，']],
  ['שלום-א, channel 2: 4 requests', ['שלום-א']],
  ['gpt-4o，渠道 7（مرحبا）：4 个请求', ['gpt-4o，', 'مرحبا']],
])('a line takes the names of “%s” with their punctuation, or none of it', (sentence, names) => {
  const parts = splitUnbroken(sentence);
  expect(parts.flatMap((part) => (typeof part === 'string' ? [] : part.props.children))).toEqual(names);
});
