import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import { pagesOf } from '#shared/normalizer/intake/pages.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { normalize } from '#shared/normalizer/normalize.ts';
import { runInMemory, type TextFile } from '../../support/ledger/run-in-memory.ts';
import { normalizeInParts } from '../../support/normalizer/in-parts.ts';

type Rows = readonly Record<string, unknown>[];
const example = (name: string): Rows =>
  pagesOf(JSON.parse(readFileSync(`examples/new-api-${name}.json`, 'utf8')), 'logs').rows as Rows;
const whole = { logs: example('export'), upstreamCharges: example('upstream'), payments: example('topups') };
type Books = typeof whole;

/** Rows of the example, some of them twice, as exports that overlap have them, in any order. */
const books: fc.Arbitrary<Books> = fc.record({
  logs: fc.array(fc.constantFrom(...whole.logs), { maxLength: 60 }),
  upstreamCharges: fc.array(fc.constantFrom(...whole.upstreamCharges), { maxLength: 60 }),
  payments: fc.array(fc.constantFrom(...whole.payments), { maxLength: 8 }),
});

const utf8 = new TextEncoder();
const written = (rows: Rows, form: 'array' | 'page' | 'lines'): Uint8Array => {
  if (form === 'lines') return utf8.encode(rows.map((row) => JSON.stringify(row)).join('\n'));
  return utf8.encode(JSON.stringify(form === 'array' ? rows : { success: true, data: { items: rows } }));
};
const form = fc.constantFrom('array', 'page', 'lines');

const settingsOf = (parts: number, shards: number) => ({
  connector: 'new-api',
  quotaPerUnit: 500_000,
  supplied: { upstreamCharges: true, payments: true },
  ...{ parts, shards },
});

function singleRequest({ logs, upstreamCharges, payments }: Books) {
  const strip = (rows: Rows, field: 'logs' | 'upstreamCharges' | 'payments') =>
    rows.map((row) => new Stripper(field).strip(row));
  const body = {
    ...{ connector: 'new-api', quotaPerUnit: 500_000, logs: strip(logs, 'logs') },
    upstreamCharges: strip(upstreamCharges, 'upstreamCharges'),
    payments: strip(payments, 'payments'),
  };
  const { data, meta } = normalizeInParts(body, 1, 'local');
  const at = '2026-11-22T00:00:00.000Z';
  return { report: reconcile(data, at), meta, ofTheApi: reconcile(normalize(body).data, at) };
}

test('any number of files, parts and shards, in any order, gives the report of the single request', async () => {
  await fc.assert(
    fc.asyncProperty(
      books,
      fc.array(form, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 9 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (rows, forms, parts, shards, chance) => {
        const files = (['logs', 'upstreamCharges', 'payments'] as const).flatMap((field): TextFile[] =>
          forms.flatMap((kind, n) => {
            const some = (rows[field] as Rows).filter((_, index) => index % forms.length === n);
            return some.length === 0 && n > 0
              ? []
              : [{ field, bytes: written(some, some.length === 0 ? 'array' : kind) }];
          }),
        );
        const shuffle = <T>(tasks: readonly T[]) =>
          tasks
            .map((task) => ({ task, at: chance.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ task }) => task);
        const { report, run, published } = await runInMemory(files, settingsOf(parts, shards), shuffle);
        const single = singleRequest(rows);
        expect(report).toEqual(single.report);
        // The channels that only the log ties charges to change no total.
        for (const total of ['requests', 'revenue', 'cost', 'margin', 'payments'] as const)
          expect(report.summary[total]).toEqual(single.ofTheApi.summary[total]);
        const file = new TextDecoder().decode(published.objects.get('report.json'));
        expect(file).toBe(`${JSON.stringify(single.report, null, 2)}\n`);
        expect(run.records).toEqual({
          downstreamUsage: single.meta.rows.downstreamUsage,
          upstreamCharges: single.meta.rows.upstreamCharges,
          payments: single.meta.rows.payments,
        });
        expect(run.figures.skipped).toEqual(single.meta.rows.skipped);
      },
    ),
    { numRuns: 60 },
  );
});
