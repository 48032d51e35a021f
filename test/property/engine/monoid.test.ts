import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addFacts, casebook, DETAIL_IDS_MAX, SEVERITIES } from '#shared/engine/tally/evidence.ts';
import { byKey, count, fields, type Part, sum } from '#shared/engine/tally/monoid.ts';
import { decimal } from '#shared/money.ts';

const runs = { numRuns: 1000 };
const keys = fc.constantFrom('a', '__proto__', 'constructor', '', '\ud800');
const steps = fc.array(fc.tuple(keys, fc.constantFrom('1', '0.1', '12345678901234567890.5')), {
  maxLength: 6,
});

/** A part obeys its laws if merging is associative, commutative, has `empty` for a zero, and JSON changes nothing. */
function expectLaws<TBox>(
  part: Part<TBox>,
  make: () => [TBox, TBox, TBox],
  seen: (wire: unknown) => unknown,
): void {
  const merged = (...boxes: TBox[]): TBox => {
    const into = part.empty();
    for (const box of boxes) part.merge(into, box);
    return into;
  };
  const look = (box: TBox) => seen(JSON.parse(JSON.stringify(part.pack(box))));
  const all = look(merged(...make()));
  const [a, b, c] = make();
  part.merge(b, c);
  part.merge(a, b);
  expect(look(a)).toEqual(all);
  const [d, e, f] = make();
  expect(look(merged(f, d, e))).toEqual(all);
  const travelled = make().map((box) => part.unpack(JSON.parse(JSON.stringify(part.pack(box)))));
  expect(look(merged(...travelled))).toEqual(all);
}

/** Maps keep the order in which keys came; it means nothing. */
const sorted = (wire: unknown): unknown =>
  Array.isArray(wire)
    ? wire.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : wire;

test('counts, sums, maps and groups of them', () => {
  const part = byKey(fields({ seen: count, money: sum }));
  const boxOf = (of: [string, string][]) => {
    const box = part.empty();
    for (const [key, amount] of of) {
      box.at(key).seen.value++;
      box.at(key).money.add(decimal(amount));
    }
    return box;
  };
  fc.assert(
    fc.property(steps, steps, steps, (a, b, c) => {
      expectLaws(part as Part<ReturnType<typeof boxOf>>, () => [boxOf(a), boxOf(b), boxOf(c)], sorted);
    }),
    runs,
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
  const boxOf = (all: Seen[]) => {
    const box = casebook.empty();
    for (const { subject, severity, amount, ids, model, figure } of all)
      addFacts(box.at('code').at(subject), severity, 1, {
        ...(amount && { amount: decimal(amount) }),
        ...(figure && { figures: { [figure]: decimal('0.1') }, counts: { [figure]: 2 } }),
        requestIds: ids,
        names: { model },
      });
    return box;
  };
  fc.assert(
    fc.property(several, several, several, (a, b, c) => {
      // Names of figures come in any order, too.
      const asText = (wire: unknown): unknown =>
        sorted(
          JSON.parse(
            JSON.stringify(wire, (_, value) => (isPlain(value) ? Object.entries(value).sort() : value)),
          ),
        );
      expectLaws(casebook as Part<ReturnType<typeof boxOf>>, () => [boxOf(a), boxOf(b), boxOf(c)], asText);
      for (const evidence of boxOf([...a, ...b, ...c])
        .at('code')
        .values())
        expect(evidence.requestIds?.length ?? 0).toBeLessThanOrEqual(DETAIL_IDS_MAX);
    }),
    runs,
  );
});

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
