import { route } from '#functions/reconcile/route.ts';
import { serve } from '#shared/http/serve.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { createBodyReader } from '#shared/schemas/read.ts';
import { type ReconciliationInput, reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { CONTEXT, eventOf, type Handler } from './handlers.ts';
import { Stopwatch } from './stopwatch.ts';

const NOW = '2026-11-22T00:00:00Z';

/** The unit of all times: one `JSON.parse` of the same body. */
export const UNIT = 'JSON.parse';
export const STEPS = [
  'validation',
  'engine',
  'shell alone, over HTTP (it parses the body)',
  'shell alone, invoked directly',
  'function, over HTTP',
  'function, invoked directly',
] as const;

/** The HTTP shell with a function that does nothing. */
const shell = serve(route, () => ({ body: {} })) as Handler;

/** The function writes its log lines, but they are not printed. */
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

const read = createBodyReader(reconciliationInputSchema);

/** Measures the steps of the service on one body, in turns. */
export async function timedSteps(
  books: ReconciliationInput,
  handler: Handler,
  rounds: number,
): Promise<Stopwatch> {
  const body = JSON.stringify(books);
  const watch = new Stopwatch();
  const [validation, engine, shellOverHttp, shellDirectly, overHttp, directly] = STEPS;
  for (let round = 0; round < rounds; round++) {
    const parsed = await watch.time(UNIT, () => JSON.parse(body) as unknown);
    const input = await watch.time(validation, () => read(parsed));
    await watch.time(engine, () => reconcile(input, NOW));
    await silently(async () => {
      await watch.time(shellOverHttp, () => call(shell, eventOf('reconcile', body)));
      await watch.time(shellDirectly, () => call(shell, parsed));
      await watch.time(overHttp, () => call(handler, eventOf('reconcile', body)));
      await watch.time(directly, () => call(handler, parsed));
    });
  }
  return watch;
}
