import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { IdColumn, IdIndex } from '#shared/pipeline/columns/ids.ts';
import { LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { NumberIndex } from '#shared/pipeline/columns/number-index.ts';
import { ContentHasher } from '#shared/pipeline/read/content-hasher.ts';

const id = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'é', 'ÿ', 'aĀ', '请求', 'a'.repeat(255), 'a'.repeat(256)),
  fc.string({ maxLength: 12 }),
);
/** Whether an id has at most 255 characters of one byte each. */
const fits = (text: string): boolean =>
  text.length <= 255 && [...text].every((character) => (character.codePointAt(0) ?? 0) <= 0xff);

function buildIds(texts: readonly string[]): { ids: IdColumn; addedIds: string[] } {
  const ids = new IdColumn();
  const addedIds = texts.filter((text) => {
    const isAdded = ids.add(text);
    expect(isAdded).toBe(fits(text));
    return isAdded;
  });
  return { ids, addedIds };
}

test('ids are read back unchanged, are found by their exact text only, and survive moving their storage', () => {
  fc.assert(
    fc.property(fc.array(fc.array(id, { maxLength: 20 }), { maxLength: 4 }), id, (parts, other) => {
      const all = parts.map(buildIds);
      const addedIds = all.flatMap((part) => part.addedIds);
      const [first = buildIds([]), ...rest] = all;
      first.ids.append(rest.map(({ ids }) => ids));
      first.ids.trim();
      const index = new IdIndex(first.ids);
      expect(addedIds.map((_, row) => first.ids.text(row) ?? '')).toEqual(addedIds);
      for (const text of [...addedIds, other]) {
        const rows = addedIds.flatMap((addedId, row) => (addedId === text && text !== '' ? [row] : []));
        expect([...index.findRows(text)]).toEqual(rows);
      }
    }),
  );
});

test('a number is found in its first row', () => {
  const number = fc.oneof(fc.nat(5), fc.constantFrom(2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1));
  fc.assert(
    fc.property(fc.array(number), number, (numbers, other) => {
      // The index must not read the number after the last one.
      const index = new NumberIndex(Float64Array.from([...numbers, 9]), numbers.length);
      expect(index.first(9)).toBe(-1);
      for (const one of [...numbers, other])
        expect(index.first(one)).toBe(one === 0 ? -1 : numbers.indexOf(one));
    }),
  );
});

test('merged columns of several sources keep users, tokens, models and channels of each', () => {
  const name = fc.constantFrom('u1', 'u2', 'u3', undefined);
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(name, name), { maxLength: 5 }), { maxLength: 4 }), (parts) => {
      const columns = parts.map((rows) => {
        const logs = new LogColumns();
        for (const [user, model] of rows) {
          const row = logs.table.add();
          logs.requestIds.add(undefined);
          logs.upstreamIds.add(undefined);
          logs.table.columns.user[row] = logs.users.toNumber(user);
          logs.table.columns.model[row] = logs.models.toNumber(model);
        }
        return logs;
      });
      const [first = new LogColumns(), ...rest] = columns;
      first.append(rest);
      const { user, model } = first.table.columns;
      expect(
        Array.from({ length: first.length }, (_, row) => [
          first.users.texts[user[row] as number],
          first.models.texts[model[row] as number],
        ]),
      ).toEqual(parts.flat());
    }),
  );
});

test('two rows have equal content if all their fields are equal, in any order; stripped fields do not count', () => {
  const value = fc.oneof(
    fc.constantFrom(1, '1', true, 'true', null, '', 0, 'null', '{}'),
    fc.string({ maxLength: 5 }),
    fc.record({ a: fc.nat(2), b: fc.nat(2) }),
  );
  const row = fc.dictionary(fc.constantFrom('id', 'quota', 'other', 'x', 'use_time'), value);
  const contents = new ContentHasher(new Stripper('logs'));
  const sorted = (some: object) => JSON.stringify(Object.entries(some).sort(([a], [b]) => (a < b ? -1 : 1)));
  fc.assert(
    fc.property(row, row, (one, other) => {
      const reversed = Object.fromEntries(Object.entries(one).reverse());
      expect(contents.hash(reversed)).toBe(contents.hash(one));
      expect(contents.hash({ ...one, content: 'a prompt', username: 'somebody' })).toBe(contents.hash(one));
      expect(contents.hash(one) === contents.hash(other)).toBe(sorted(one) === sorted(other));
    }),
    { numRuns: 500 },
  );
});
