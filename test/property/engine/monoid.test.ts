import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DETAIL_IDS_MAX, fewOf } from '#shared/engine/rows/few-ids.ts';
import { addEvidence, evidenceByCode, SEVERITIES } from '#shared/engine/tally/evidence.ts';
import { type Largest, largest } from '#shared/engine/tally/largest.ts';
import { byKey, count, fields, type Monoid, sum } from '#shared/engine/tally/monoid.ts';
import { Sum } from '#shared/money/sum.ts';
import { decimal, plain } from '#shared/money.ts';

const keys = fc.constantFrom('a', '__proto__', 'constructor', '', '\ud800');
const steps = fc.array(fc.tuple(keys, fc.constantFrom('1', '0.1', '12345678901234567890.5')), {
  maxLength: 6,
});

/** A monoid obeys its laws if merging is associative, commutative, has `empty` for a zero, and JSON changes nothing. */
function expectLaws<TTally>(
  monoid: Monoid<TTally>,
  make: () => [TTally, TTally, TTally],
  seen: (wire: unknown) => unknown,
): void {
  const merged = (...tallies: TTally[]): TTally => {
    const into = monoid.empty();
    for (const tally of tallies) monoid.merge(into, tally);
    return into;
  };
  const look = (tally: TTally) => seen(JSON.parse(JSON.stringify(monoid.pack(tally))));
  const all = look(merged(...make()));
  const [a, b, c] = make();
  monoid.merge(b, c);
  monoid.merge(a, b);
  expect(look(a)).toEqual(all);
  const [d, e, f] = make();
  expect(look(merged(f, d, e))).toEqual(all);
  const travelled = make().map((tally) => monoid.unpack(JSON.parse(JSON.stringify(monoid.pack(tally)))));
  expect(look(merged(...travelled))).toEqual(all);
}

/** Maps keep the order in which keys came; it means nothing. */
const sorted = (wire: unknown): unknown =>
  Array.isArray(wire)
    ? wire.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : wire;

test('counts, sums, maps and groups of them', () => {
  const monoid = byKey(fields({ seen: count, money: sum }));
  const tallyOf = (of: [string, string][]) => {
    const tally = monoid.empty();
    for (const [key, amount] of of) {
      tally.at(key).seen.value++;
      tally.at(key).money.add(decimal(amount));
    }
    return tally;
  };
  fc.assert(
    fc.property(steps, steps, steps, (a, b, c) => {
      expectLaws(
        monoid as Monoid<ReturnType<typeof tallyOf>>,
        () => [tallyOf(a), tallyOf(b), tallyOf(c)],
        sorted,
      );
    }),
  );
});

test('the largest of many, of which each name is there once', () => {
  const MAX = 4;
  const monoid = largest(MAX, sum, ({ value }) => value);
  const sizes = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 12 });
  const tallyOf = (group: string, of: number[]): Largest<Sum> => {
    const tally = monoid.empty();
    for (const [n, size] of of.entries()) tally.add(`${n} ${group}`, new Sum(decimal(`${size}`)));
    return tally;
  };
  const isSorted = (sizes: readonly number[]) =>
    sizes.every((size, n) => n === 0 || size <= (sizes[n - 1] ?? 0));
  fc.assert(
    fc.property(sizes, sizes, sizes, (a, b, c) => {
      const make = (): [Largest<Sum>, Largest<Sum>, Largest<Sum>] => [
        tallyOf('a', a),
        tallyOf('b', b),
        tallyOf('c', c),
      ];
      expectLaws(monoid, make, (wire) => wire);
      const all = tallyOf('a', a);
      for (const other of make().slice(1)) monoid.merge(all, other);
      const kept = all.entries.map(([, { value }]) => Number(plain(value)));
      expect(isSorted(kept)).toBe(true);
      expect(kept).toEqual([...a, ...b, ...c].sort((x, y) => y - x).slice(0, MAX));
    }),
  );
});

test('evidence, with more ids than a finding names', () => {
  const id = fc.integer({ min: 0, max: 99 }).map((value) => `id ${value}`);
  const seen = fc.record(
    {
      subject: keys,
      severity: fc.constantFrom(...SEVERITIES),
      amount: fc.constantFrom('1', '-0.5', '0.1'),
      ids: fc.array(id, { maxLength: 15 }),
      model: fc.constantFrom('m', 'n'),
      figure: fc.constantFrom('x', 'y'),
    },
    { requiredKeys: ['subject', 'severity', 'ids'] },
  );
  const several = fc.array(seen, { maxLength: 5 });
  type Seen = typeof seen extends fc.Arbitrary<infer T> ? T : never;
  const tallyOf = (all: Seen[]) => {
    const tally = evidenceByCode.empty();
    for (const { subject, severity, amount, ids, model, figure } of all)
      addEvidence(tally, {
        code: 'code',
        subject: { kind: 'model', name: subject },
        severity,
        cases: 1,
        ...(amount && { amount: decimal(amount) }),
        ...(figure && { amounts: { [figure]: decimal('0.1') }, counts: { [figure]: 2 } }),
        requestIds: fewOf(ids),
        names: { model },
      });
    return tally;
  };
  fc.assert(
    fc.property(several, several, several, (a, b, c) => {
      // Names of amounts come in any order, too.
      const asText = (wire: unknown): unknown =>
        sorted(
          JSON.parse(
            JSON.stringify(wire, (_, value) => (isPlain(value) ? Object.entries(value).sort() : value)),
          ),
        );
      expectLaws(
        evidenceByCode as Monoid<ReturnType<typeof tallyOf>>,
        () => [tallyOf(a), tallyOf(b), tallyOf(c)],
        asText,
      );
      for (const evidence of tallyOf([...a, ...b, ...c])
        .at('code')
        .at('model')
        .values())
        expect(evidence.requestIds?.length ?? 0).toBeLessThanOrEqual(DETAIL_IDS_MAX);
    }),
  );
});

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
