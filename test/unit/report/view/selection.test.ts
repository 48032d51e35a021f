import { expect, test } from 'vitest';
import { selectFindings } from '#shared/report/view/selection.ts';
import { INITIAL_VIEW } from '#shared/report/view/view-state.ts';

const finding = (id: string, model: string, channelId: string, userId: string, code = 'retry_cost') => ({
  ...{ id, code, model, channelId, requestId: `req-${id}`, message: `Request ${id} cost 0.25 USD.` },
  details: { userId },
});
const findings = [
  finding('a', 'gpt-4o', '7', '42'),
  finding('b', 'gpt-4o-mini', '7', '5', 'price_undercharge'),
  finding('c', 'gpt-4o', '17', '42'),
];
const byCode = {
  retry_cost: { title: 'A retry cost money.' },
  price_undercharge: { title: 'A request was charged less than its price.' },
};
const found = (find: string): string =>
  selectFindings({
    report: { findings, summary: { findings: { byCode } } },
    state: { ...INITIAL_VIEW, find },
  } as never)
    .findings.map(({ id }) => id)
    .join('');

test.each([
  ['retry', 'ac'],
  ['RETRY  cost', 'ac'],
  ['gpt-4o 42', 'ac'],
  ['channel 7', 'ab'],
  ['渠道7', 'ab'],
  ['customer 42 channel 17', 'c'],
  ['less than price', 'b'],
  ['req-b', 'b'],
  ['retry channel 9', ''],
  ['', 'abc'],
])('a search for “%s” looks for all its words in titles, names and ids', (find, ids) => {
  expect(found(find)).toBe(ids);
});
