import { describe, expect, test } from 'vitest';
import { codeWords } from '#shared/engine/checks/registry.words.ts';
import { LANGUAGES } from '#shared/language.ts';
import { CREATED_AT, newApiRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

/** Runs files and lists the questions in the report: code, ledger and count of each. */
async function listQuestions(...args: Parameters<typeof runFiles>) {
  const { report } = await runFiles(...args);
  const { completeness, findings, summary } = report;
  return {
    completeness,
    summary,
    questions: findings
      .filter(({ code }) =>
        /^(row_types_missing|upstream_unit_unknown|payments_unjoined|payments_in_two_files)$/.test(code),
      )
      .map(({ code, details }) => {
        const { subject, rows, orders, requests, payments } = (details ?? {}) as Row;
        return [code, subject, rows ?? orders ?? requests ?? payments];
      }),
  };
}

const rows = (count: number, more: (n: number) => Row = () => ({})): Row[] =>
  Array.from({ length: count }, (_, n) =>
    newApiRow({
      id: n + 1,
      created_at: CREATED_AT + n,
      request_id: `r${n}`,
      quota: 1000 * (n + 1),
      ...more(n),
    }),
  );
const untyped = rows(3).map(({ type: _, ...row }) => row);
const logs = (content: unknown) => makeTextFile('logs', content);

test.each<[string, unknown, number | undefined]>([
  ['no row has a type', untyped, 3],
  ['some rows have no type', [...rows(1), ...untyped], undefined],
  ['there are no rows', [], undefined],
])('row types are asked about if no row of a log has one: %s', async (_, content, count) => {
  const { questions, completeness } = await listQuestions([logs(content)]);
  expect(questions).toEqual(count === undefined ? [] : [['row_types_missing', 'downstreamUsage', count]]);
  expect(completeness.rows).toBe(count === undefined);
});

test('rows that a mapping reads as sales need no type', async () => {
  const columns = { created_at: 'at', model_name: 'model', quota: 'quota', request_id: 'id' };
  const table = 'id,at,model,quota\nr1,1790935210,m,5\n';
  const runMapped = (constants?: Row) =>
    listQuestions([
      makeTextFile('logs', table, {
        mapping: { rows: 'logs', columns, ...(constants && { constants }) } as never,
      }),
    ]);
  expect((await runMapped()).questions).toEqual([['row_types_missing', 'downstreamUsage', 1]]);
  expect((await runMapped({ type: 2 })).questions).toEqual([]);
});

test('top-ups and a report without a common number may be the same money', async () => {
  const times = { create_time: CREATED_AT, complete_time: CREATED_AT };
  const topUps = ['a', 'b'].map((trade_no, n) =>
    topUpRow({ id: n + 1, trade_no, payment_provider: 'creem', amount: 5_000_000, money: 10, ...times }),
  );
  const at = new Date(CREATED_AT * 1000).toISOString();
  const report = [
    {
      transactionId: 'x',
      occurredAt: at,
      provider: 'Creem',
      status: 'settled',
      amount: '10',
      currency: 'USD',
    },
    {
      transactionId: 'y',
      occurredAt: at,
      provider: 'Creem',
      status: 'refunded',
      amount: '10',
      currency: 'USD',
    },
  ];
  const { questions, summary } = await listQuestions([
    logs(rows(1)),
    makeTextFile('payments', topUps),
    makeTextFile('payments', report),
  ]);
  expect(questions).toEqual([['payments_unjoined', 'payments', 2]]);
  expect(summary.payments).toMatchObject({ gross: '20', refunds: '10', credited: '20' });
  expect(summary.answer.text).toMatch(/share no order number, so credits cannot be checked\./);
});

describe('two exports of one payment provider', () => {
  const AMOUNTS = [20, 50, 10, 20, 5];
  const balance = [
    'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description',
    ...AMOUNTS.map(
      (amount, n) =>
        `txn_${n},charge,ch_${n},${amount}.00,0.50,${amount}.00,usd,2026-10-0${n + 2} 09:0${n},2026-10-09 00:00,`,
    ),
  ];
  const columns = { transactionId: 'pay', occurredAt: 'at', amount: 'amount' };
  const constants = { status: 'settled', provider: 'stripe', currency: 'USD' };
  const mapping = { rows: 'payments', columns, constants } as never;
  const run = (timeOf: (n: number) => string) =>
    listQuestions([
      logs(rows(1)),
      makeTextFile('payments', balance.join('\n'), { name: 'balance.csv' }),
      makeTextFile(
        'payments',
        `pay,at,amount\n${AMOUNTS.map((amount, n) => `pi_${n},${timeOf(n)},${amount}`).join('\n')}`,
        { name: 'payments.csv', mapping },
      ),
    ]);

  test.each([
    ['with seconds', (n: number) => `2026-10-0${n + 2}T09:0${n}:17Z`],
    ['in another time zone', (n: number) => `2026-10-0${n + 2}T17:0${n}:00+08:00`],
    ['in local time', (n: number) => `2026-10-0${n + 2} 17:0${n}:00`],
  ])('that share no order number are the first question: times %s', async (_, timeOf) => {
    const { questions, summary } = await run(timeOf);
    expect(questions).toEqual([['payments_in_two_files', 'payments', 5]]);
    expect(summary.payments).toMatchObject({ gross: '210' });
    expect(summary.answer.text).toContain('Two files contain the same payments under different numbers');
    for (const language of LANGUAGES)
      expect(codeWords.get('payments_in_two_files')?.[language].title).toMatch(/count twice|计入了两次/);
  });

  test('are not a question if their payments have other times', async () => {
    const { questions, summary } = await run((n) => `2026-10-0${n + 2}T09:3${n}:00Z`);
    expect(questions).toEqual([]);
    expect(summary.payments).toMatchObject({ gross: '210' });
  });
});

/** The upstream gateway's log of the same requests, whose charges are these multiples. */
const bought = (...multiples: number[]): Row[] =>
  rows(multiples.length, (n) => ({
    id: 100 + n,
    request_id: `r${n}`,
    quota: Math.round(1000 * (n + 1) * (multiples[n] as number)),
  }));
const upstream = (content: Row[], more = {}) => makeTextFile('upstreamCharges', content, more);
const TWICE = [2, 2, 2, 2, 2];

test.each<[string, Row[], number | undefined]>([
  ['twice the sale', bought(...TWICE), 5],
  ['twice the sale, within one percent', bought(2, 2.01, 1.99, 2, 2), 5],
  ['twice the sale, outside the fast path', bought(...TWICE).map((row) => ({ ...row, other: '' })), 5],
  ['as much as the sale', bought(1, 1, 1, 1, 1), undefined],
  ['half the sale', bought(0.5, 0.5, 0.5, 0.5, 0.5), undefined],
  ['twice the sale, except for one', bought(2, 2, 2, 2, 2, 1.5), undefined],
  ['twice the sale, in only four requests', bought(2, 2, 2, 2), undefined],
])(
  'the unit of the upstream log is a question if five or more requests all cost twice the sale: %s',
  async (_, content, count) => {
    const { questions, completeness, summary } = await listQuestions([
      logs(rows(content.length)),
      upstream(content),
    ]);
    expect(questions).toEqual(
      count === undefined ? [] : [['upstream_unit_unknown', 'upstreamCharges', count]],
    );
    expect(completeness.currency).toBe(count === undefined);
    if (count !== undefined)
      expect(summary).toMatchObject({ money: { lost: '0' }, answer: { about: 'question' } });
  },
);

test.each<[string, object, object]>([
  ['has this gateway’s unit', { quotaPerUnit: 500_000 }, { cost: { net: '0.06' }, money: { lost: '0.03' } }],
  ['has another unit', { quotaPerUnit: 1_000_000 }, { cost: { net: '0.03' }, money: { lost: '0' } }],
  ['counts in another currency', { currency: 'CNY' }, { cost: { net: '0.0084' }, money: { lost: '0' } }],
])('it is not a question if the settings say that the upstream log %s', async (_, fileSettings, summary) => {
  const files = [logs(rows(5)), upstream(bought(...TWICE), fileSettings)];
  const run = await listQuestions(files, { rates: { CNY: '0.14' } });
  expect(run.questions).toEqual([]);
  expect(run.summary).toMatchObject({ requests: { matched: 5 }, ...summary });
});

test.each([
  ['in columns', bought(...TWICE)],
  ['one by one', bought(...TWICE).map((row) => ({ ...row, other: '' }))],
])(
  'the unit of an upstream log read %s is noted only if the settings do not contain it',
  async (_, content) => {
    const notesWith = async (fileSettings: Row) => {
      const { meta } = await runFiles([logs(rows(5)), upstream(content, fileSettings)]);
      return meta.notes.filter((note) => note.includes('converted with your quotaPerUnit'));
    };
    expect(await notesWith({})).toHaveLength(1);
    expect(await notesWith({ quotaPerUnit: 500_000 })).toEqual([]);
  },
);

test('a bill that states money needs no unit', () =>
  expect(
    runFiles([
      logs(rows(1)),
      makeTextFile('upstreamCharges', [{ id: 'a', timestamp: CREATED_AT, model: 'm', cost: 1 }], {
        quotaPerUnit: 1000,
      }),
    ]),
  ).rejects.toMatchObject({ message: expect.stringMatching(/contains amounts of money, not quota/) }));
