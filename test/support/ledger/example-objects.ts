import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { unwrapPages } from '#shared/normalizer/intake/pages.ts';

type Row = Readonly<Record<string, unknown>>;
const example = (name: string): readonly Row[] =>
  unwrapPages(JSON.parse(readFileSync(`examples/new-api-${name}.json`, 'utf8')), 'logs').rows as Row[];
const lines = (rows: readonly Row[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** Reads the example as objects of a bucket: pages, JSON Lines, and gzip. One row is unreadable. */
export function readExampleObjects(): ReadonlyMap<string, string | Uint8Array> {
  const logs = example('export');
  const third = Math.ceil(logs.length / 3);
  const charge = logs.find(({ type, token_id }) => type === 2 && token_id !== 0);
  const unreadable = { ...charge, id: 1_000_000_000, request_id: 'unreadable', created_at: 'yesterday' };
  return new Map<string, string | Uint8Array>([
    ['exports/logs/1.json', JSON.stringify({ success: true, data: { items: logs.slice(0, third) } })],
    ['exports/logs/2.jsonl', lines([...logs.slice(third, 2 * third), unreadable])],
    ['exports/logs/3.jsonl.gz', gzipSync(lines(logs.slice(2 * third)))],
    ['exports/logs/', ''],
    ['exports/upstream/1.json', JSON.stringify(example('upstream'))],
    ['exports/topups.jsonl', lines(example('topups'))],
  ]);
}

/** Input of an execution on these objects. */
export const EXECUTION_INPUT = {
  connector: 'new-api',
  quotaPerUnit: 500_000,
  logs: 'exports/logs/',
  upstreamCharges: 'exports/upstream/',
  payments: 'exports/topups',
  output: 'reports/october/',
  rejectedShare: 0.1,
} as const;
