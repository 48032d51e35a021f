import { writeFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { reconcile } from '#shared/engine/reconcile.ts';
import { read } from '#shared/schemas/read.ts';
import { type ReconciliationInput, reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { CONTEXT, eventOf, type Handler } from './handlers.ts';
import { byDuckDb } from './rivals/duckdb.ts';
import { agree } from './rivals/figures.ts';
import { byFloats } from './rivals/floats.ts';
import { bySqlite } from './rivals/sqlite.ts';
import { Stopwatch } from './stopwatch.ts';

const NOW = '2026-11-22T00:00:00Z';

/** The service's steps, and its rivals, as the page names them; the unit of all is one `JSON.parse` of the same body. */
export const UNIT = 'JSON.parse';
export const STEPS = ['validation', 'engine', 'function, over HTTP', 'function, invoked directly'] as const;
export const SERVICE = 'this service: parse, validate, reconcile, write';
export const RIVALS = [
  SERVICE,
  'a script in plain floats',
  'SQLite, REAL',
  'DuckDB, DECIMAL(38, 12)',
] as const;

export interface Bench {
  readonly handler: Handler;
  readonly duckDb: DuckDBConnection;
  /** File that DuckDB reads a body from. */
  readonly file: string;
  readonly rounds: number;
}

/** The function's log lines are part of its work, and no part of the output. */
async function silently<T>(work: () => Promise<T>): Promise<T> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}

async function call(handler: Handler, event: unknown): Promise<void> {
  const { statusCode } = (await handler(event, CONTEXT)) as { statusCode?: number };
  if (statusCode !== undefined && statusCode !== 200) throw new Error(`The function answered ${statusCode}.`);
}

/** All steps and rivals on one body, in turns. @throws where the rivals do not find the same. */
export async function timed(
  books: ReconciliationInput,
  { handler, duckDb, file, rounds }: Bench,
): Promise<Stopwatch> {
  const body = JSON.stringify(books);
  writeFileSync(file, body);
  const watch = new Stopwatch();
  const [validation, engine, overHttp, directly] = STEPS;
  const [, floats, sqlite, duckdb] = RIVALS;
  for (let round = 0; round < rounds; round++) {
    const parsed = await watch.time(UNIT, () => JSON.parse(body) as unknown);
    const input = await watch.time(validation, () => read(reconciliationInputSchema, parsed));
    await watch.time(engine, () => reconcile(input, NOW));
    await silently(() => watch.time(overHttp, () => call(handler, eventOf('reconcile', body))));
    await silently(() => watch.time(directly, () => call(handler, parsed)));
    await watch.time(SERVICE, () =>
      JSON.stringify(reconcile(read(reconciliationInputSchema, JSON.parse(body)), NOW)),
    );
    const one = await watch.time(floats, () => byFloats(body));
    const two = await watch.time(sqlite, () => bySqlite(body));
    const three = await watch.time(duckdb, () => byDuckDb(duckDb, file));
    if (!agree(one, two) || !agree(two, three)) throw new Error('The rivals do not find the same figures.');
  }
  return watch;
}
