import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Rejection } from '#shared/rejections.ts';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { catchRejection } from '../../support/normalizer/catch-rejection.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/** What gateways logged, with a few fields changed: closer to what people send than any row made up. */

const VALUES: unknown[] = [
  ...[0, 1, -1, 2, 5, 6, 1.5, 1e12, 1e20, 1_795_304_941, true, null],
  ...['', 'x', '7', '7.0', 'null', '{"a":1}', '2.5E+30', '模型测试', 'task_1', {}, []],
];
const KEYS = ['type', 'cost', 'quota', 'quota_per_unit', 'request_id', 'id', 'created_at'];

const change = fc.record({
  at: fc.nat(),
  key: fc.oneof(fc.nat(), fc.constantFrom(...KEYS)),
  how: fc.constantFrom('set', 'drop', 'copy', 'repeat', 'within'),
  value: fc.constantFrom(...VALUES),
});
const books = fc.record({
  book: fc.nat({ max: capturedBooks.length - 1 }),
  from: fc.nat(80),
  count: fc.integer({ min: 1, max: 30 }),
  changes: fc.array(change, { maxLength: 4 }),
  upstream: fc.constantFrom('none', 'bill', 'itself'),
});
type Books = typeof books extends fc.Arbitrary<infer T> ? T : never;

function changed(rows: Row[], { at, key, how, value }: Books['changes'][number]): Row[] {
  const row = rows[at % rows.length] ?? {};
  const keys = Object.keys(row);
  const name = typeof key === 'string' ? key : (keys[key % keys.length] ?? 'id');
  const { [name]: _, ...rest } = row;
  const { other } = row;
  const within = (): Row => {
    if (typeof other !== 'string' || !other.startsWith('{')) return row;
    const changes = { [`${keys[at % keys.length]}`]: value, task_id: value };
    return { ...row, other: JSON.stringify({ ...JSON.parse(other), ...changes }) };
  };
  const next = {
    set: () => ({ ...row, [name]: value }),
    drop: () => rest,
    copy: () => ({ ...row, [name]: rows[(at + 1) % rows.length]?.[name] }),
    repeat: () => row,
    within,
  }[how]();
  return how === 'repeat' ? [...rows, { ...row }] : rows.with(at % rows.length, next);
}

function payloadFrom({ book, from, count, changes, upstream }: Books): Row {
  const { connector, quotaPerUnit, logs, upstreamCharges } = capturedBooks[
    book
  ] as (typeof capturedBooks)[number];
  const start = from % logs.length;
  const rows = changes.reduce(changed, logs.slice(start, start + count));
  const charges = { none: undefined, bill: upstreamCharges, itself: rows }[upstream];
  return { connector, quotaPerUnit, logs: rows, upstreamCharges: charges };
}

const outcomeOf = (chosen: Books) => catchRejection(() => normalizeAndCheck(payloadFrom(chosen)));

it('every modified row is counted, or refused with its path', () => {
  fc.assert(
    fc.property(books, (chosen) => {
      const result = outcomeOf(chosen);
      if (!(result instanceof Rejection)) return;
      for (const detail of result.details) expect(detail).toMatch(/^(logs|upstreamCharges)\[|^connector: /);
    }),
  );
});

it('at least a third of the modified books can be read', () => {
  const read = fc.sample(books, 60).filter((chosen) => !(outcomeOf(chosen) instanceof Rejection));
  expect(read.length).toBeGreaterThan(20);
});
