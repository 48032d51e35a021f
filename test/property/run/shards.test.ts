import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf } from '#shared/run/read/source.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import { directMonth } from '../../support/costs/direct-month.ts';
import { inputs } from '../../support/engine/arbitraries.ts';
import { cleanBooks } from '../../support/engine/books.ts';
import { caseFiles } from '../../support/engine/case-file.ts';
import { type Books, gatheredPlants, plants } from '../../support/engine/plants.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';
import { fileOf, runHere, shelfHere, type TextFile } from '../../support/run/run-here.ts';

type Settings = Parameters<typeof runHere>[1];

const toldOf = async (...args: Parameters<typeof runHere>) => {
  try {
    const { books, ...told } = await runHere(...args);
    return { told, isSharded: books === undefined };
  } catch (error) {
    if ((error as Error).constructor.name !== 'Rejection') throw error;
    return { told: (error as Error).message, isSharded: false };
  }
};

/** What is known of the whole is no part of any file, and may name notes in another order. */
function written(told: Awaited<ReturnType<typeof toldOf>>['told']): unknown {
  if (typeof told === 'string') return told;
  const { whole: _, ...files } = told;
  return JSON.stringify(files);
}

/** @returns whether there was more than one shard: there is not where books are refused */
async function expectSame(files: readonly TextFile[], settings: Settings, shards: number): Promise<boolean> {
  let read = 0;
  const one = await toldOf(files, settings, (reader) => async (...of) => {
    const columns = await reader(...of);
    read += bytesOf(columns);
    return columns;
  });
  const many = await toldOf(files, settings, undefined, {
    bytes: Math.max(read / shards, 1),
    shelf: shelfHere(),
  });
  expect(written(many.told)).toEqual(written(one.told));
  return many.isSharded;
}

/** Canonical ledgers, each in so many files. */
const filesOf = (input: ReconciliationInput, count: number): TextFile[] =>
  Object.entries({
    logs: input.downstreamUsage,
    upstreamCharges: input.upstreamCharges,
    payments: input.payments,
  }).flatMap(([field, rows]) =>
    Array.from({ length: rows ? count : 0 }, (_, file) =>
      fileOf(
        field as TextFile['field'],
        rows?.filter((__, row) => row % count === file),
      ),
    ),
  );

const settingsOf = ({ currency, period, upstreamCharges, payments }: ReconciliationInput): Settings => ({
  connector: 'new-api',
  rejectedShareMax: 1,
  ...(currency !== undefined && { currency }),
  ...(period && { period }),
  supplied: { upstreamCharges: upstreamCharges !== undefined, payments: payments !== undefined },
});

describe('any number of shards gives the bytes of one', () => {
  test('whatever the ledgers', async () => {
    let [runs, sharded] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        inputs,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 2, max: 9 }),
        async (input, count, shards) => {
          runs++;
          if (await expectSame(filesOf(input, count), settingsOf(input), shards)) sharded++;
        },
      ),
      { numRuns: 60 },
    );
    // Where time is short, of fewer.
    expect(sharded).toBeGreaterThan(runs / 2);
  });

  test('with errors of every kind at once', async () => {
    const books = cleanBooks(300) as Books;
    for (const [place, plant] of Object.values({ ...plants, ...gatheredPlants }).entries())
      plant(books, 3 + place * 5);
    for (const shards of [3, 20])
      expect(await expectSame(filesOf(books, 2), settingsOf(books), shards)).toBe(true);
  });

  test.each([...caseFiles().keys()])('in every case of %s', async (check) => {
    for (const { ledger } of caseFiles().get(check) ?? []) {
      const input = textLedger(ledger);
      await expectSame(filesOf(input, 1), settingsOf(input), 3);
    }
  });

  test.each([undefined, 'usage', 'price', 'tokens'] as const)(
    'where bills name no requests: %s',
    async (plant) => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const { files, settings } = directMonth(seed, plant);
          expect(await expectSame(files, settings, 5)).toBe(true);
        }),
        { numRuns: 2 },
      );
    },
  );
});
