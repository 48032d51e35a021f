import { describe, expect, test } from 'vitest';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { buildLogRows } from '../../support/pipeline/log-rows.ts';
import {
  makeTextFile,
  runFilesToReportSource,
  runInMemory,
  SETTINGS,
} from '../../support/pipeline/run-in-memory.ts';

/** Two logs and a bill, with three rows that cannot be read. */
const unread = (quota: string) => ({ ...buildLogRows('r9 - 1')[0], quota });
const nameless = ({ username: _, ...row }: Row): Row => ({ ...row, content: 'a prompt' });
const FILES = [
  makeTextFile('logs', [...buildLogRows('r1 u1 1, r2 u2 1'), unread('many')]),
  makeTextFile('logs', [
    unread('few'),
    ...buildLogRows('r3 u3 1').map((row) => nameless({ ...row, id: 9, channel: 4 })),
    unread('some'),
  ]),
  makeTextFile('upstreamCharges', buildLogRows('u1 - 0.5, u9 - 0.25')),
];
const runBooks = () =>
  runFilesToReportSource(FILES, {
    rejectedShareMax: 1,
    names: { 'gpt-5-mini-2026': 'gpt-5-mini' },
    channels: [{ id: 3, name: 'three' }],
    prices: {
      models: [{ model: 'gpt-5-mini', input: '1' }, { channel: '3', input: '1' }, { model: 'opus' }],
    },
    period: { start: '2026-08-17T00:00:00Z', end: '2026-08-18T00:00:00Z' },
  });
const listCodes = (findings: Iterable<{ readonly code: string }>) => [...findings].map(({ code }) => code);

test('ledgers of this service in one file are read, although most of its rows are charges', async () => {
  const row = { occurredAt: '2026-10-01T00:00:00Z', model: 'm', status: 'success' };
  const ledgers = {
    downstreamUsage: [{ ...row, requestId: 'r', chargedAmount: '1' }],
    upstreamCharges: ['a', 'b', 'c'].map((id) => ({
      ...row,
      requestId: 'r',
      upstreamId: id,
      costAmount: '0.2',
    })),
  };
  const { report } = await runInMemory([makeTextFile('logs', ledgers)], SETTINGS);
  expect(report.summary.records.upstreamCharges.included).toBe(3);
});

describe('a run returns besides its findings', () => {
  test('where rows were left out, and notes on settings and files', async () => {
    const { ran: result, source } = await runBooks();
    const { rows, records, rejected, stripped, facts } = result.overview;
    expect([rows, records]).toEqual([8, { downstreamUsage: 3, upstreamCharges: 2, payments: 0 }]);
    expect(source.meta.rows).toMatchObject({ received: 8, ...records, skipped: { unknown: 0 } });
    expect(rejected.map((line) => `file ${line.source} ${line.row}`)).toEqual([
      'file 0 3',
      'file 1 1',
      'file 1 3',
    ]);
    expect([...source.rejected()].map(({ file, row }) => `${file} ${row}`)).toEqual([
      'file 0 3',
      'file 1 1',
      'file 1 3',
    ]);
    expect(Object.entries(Object.fromEntries(stripped)).join(' ')).toBe('token_name,8 username,7 content,1');
    expect(facts.ties).toEqual([['gpt-5-mini', 'gpt-5-mini-2026']]);
    expect(facts.purchasedModels).toEqual(['gpt-5-mini-2026', 'gpt-5-mini', 'opus']);
    expect([facts.rowsMissing, source.channelNames, source.hours.length]).toEqual([false, { 3: 'three' }, 1]);
    expect(source.since).toEqual(['2026-08-17', '2026-08-17', '2026-08-17', null, null]);
    // The estimate covers the time that log and bill share.
    expect(source.head.summary).toMatchObject({ estimate: { cost: '0.2' } });
    expect(source.head.summary).not.toHaveProperty('converted');
  });

  test('all findings or the requested ones, in the order of the report or of their ids', async () => {
    const { source } = await runBooks();
    const all = [
      'unmatched_upstream',
      'unmatched_downstream',
      'unmatched_downstream',
      'unread_rows',
      'ledger_missing',
    ];
    expect(listCodes(source.findings())).toEqual(all);
    expect(listCodes(source.findings(({ channelId }) => channelId === '4'))).toEqual([
      'unmatched_downstream',
    ]);
    expect(
      listCodes(source.findings(({ model, severity }) => model === 'gpt-5-mini' && severity === 'critical')),
    ).toEqual(['unmatched_upstream']);
    expect(listCodes(source.findings(({ code }) => code === 'unread_rows'))).toEqual(['unread_rows']);
    const ids = [...source.byId()].map(({ id }) => id);
    expect(ids).toEqual([...source.findings()].map(({ id }) => id).sort());
  });

  test('the evidence rows of all findings or of the requested ones', async () => {
    const { source } = await runBooks();
    const [first, second, third] = [...source.findings()].map(({ id }) => id);
    const rows = (ids?: ReadonlySet<string>) =>
      [...source.evidence(ids)].map(({ findingId, id }) => [findingId, id]);
    expect(rows()).toEqual([
      [first, 'u9'],
      [second, 'r2'],
      [third, 'r3'],
    ]);
    expect(rows(new Set([second ?? '']))).toEqual([[second, 'r2']]);
  });
});
