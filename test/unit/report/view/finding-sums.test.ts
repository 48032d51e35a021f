import { expect, test } from 'vitest';
import { listFacts, Selection } from '#shared/report/view/finding-sums.ts';
import { selectFindings } from '#shared/report/view/selection.ts';
import { INITIAL_VIEW } from '#shared/report/view/view-state.ts';
import { buildCause } from '../../../support/answer/answer-input.ts';

const finding = (id: string, code: string, counted: string, users: object) =>
  ({ id, code, model: 'm', message: id, details: { counted, ...users } }) as never;
const findings = [
  finding('a', 'price_undercharge', '0.1', { userId: '7' }),
  finding('b', 'price_undercharge', '0.2', { userIds: ['7', '8'] }),
  finding('c', 'price_overcharge', '123456789012345678.00000000000000001', { byUser: [{ userId: '8' }] }),
  finding('counted by another finding', 'price_undercharge', '0', {}),
];
const report = {
  findings,
  summary: {
    causes: [buildCause('price_undercharge', '3'), buildCause('price_overcharge', '1')],
    findings: { byCode: {} },
  },
} as never;
const days = { a: '2026-10-01', b: '2026-10-01', c: '2026-10-02' };

const selection = new Selection(listFacts(report, days));

test('sums of findings are exact', () => {
  expect(selection.sums).toEqual({
    lost: '0.3',
    owed: '123456789012345678.00000000000000001',
    doubtful: '0',
  });
  expect(new Selection([]).sums).toEqual({ lost: '0', owed: '0', doubtful: '0' });
});

test('findings are grouped by each of their names', () => {
  const groups = (field: 'model' | 'userId' | 'day') =>
    [...selection.groupBy(field)].map(([name, { count, sums }]) => `${name} ${count} ${sums.lost}`);
  expect(groups('model')).toEqual(['m 4 0.3']);
  expect(groups('userId')).toEqual(['7 2 0.3', '8 2 0.2']);
  expect(groups('day')).toEqual(['2026-10-01 2 0.3', '2026-10-02 1 0']);
});

test('a selection is made again only if the filters change', () => {
  const select = (state: object) => selectFindings({ report, days, state: { ...INITIAL_VIEW, ...state } });
  const first = select({ userId: '8' });
  expect(select({ userId: '8', sort: '-lost', page: '2' })).toBe(first);
  expect(select({ userId: '7' }).findings).toEqual(findings.slice(0, 2));
  expect(select({ from: '2026-10-02' }).findings).toEqual([findings[2]]);
  expect(select({}).findings).toBe(findings);
});
