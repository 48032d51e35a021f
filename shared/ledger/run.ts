import { readLedgers } from '../engine/rows/ledgers.ts';
import { mergeRatios } from '../engine/survey/bonus-tiers.ts';
import { type Context, contextOf } from '../engine/survey/context.ts';
import { addFigures, type Figures } from '../normalizer/account.ts';
import { refuseOtherGateway } from '../normalizer/intake/dialect.ts';
import { identifiesAll, mergeSurveys, NO_SURVEY } from '../normalizer/survey/survey.ts';
import type { DealFacts, DealTask } from './deal.ts';
import type { NormalizeFacts } from './normalize-part.ts';
import { connectorOf, type LedgerSettings } from './settings.ts';
import type { Steps } from './steps.ts';

/** Does one step somewhere: here, in another thread, in a Lambda. */
export type Call = <TStep extends keyof Steps>(
  step: TStep,
  task: Parameters<Steps[TStep]>[0],
) => ReturnType<Steps[TStep]>;

/** What a run knows when its rows have become digests. */
export interface RunFacts {
  readonly deals: readonly DealFacts[];
  readonly figures: Figures;
  readonly records: NormalizeFacts['records'];
  /** Rows that could not be read. */
  readonly rejected: number;
  readonly context: Context;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const addRecords = (a: NormalizeFacts['records'], b: NormalizeFacts['records']) => ({
  downstreamUsage: a.downstreamUsage + b.downstreamUsage,
  upstreamCharges: a.upstreamCharges + b.upstreamCharges,
  payments: a.payments + b.payments,
});

const later = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);

/** What the input says beside its rows, read as a request's is. */
const headOf = ({ currency, period, supplied }: LedgerSettings) =>
  readLedgers({
    ...(currency !== undefined && { currency }),
    ...(period !== undefined && { period }),
    downstreamUsage: [],
    ...(supplied.upstreamCharges && { upstreamCharges: [] }),
    ...(supplied.payments && { payments: [] }),
  });

/** Rows of a run that nobody can read. */
const rejectedOf = (deals: readonly DealFacts[], normalized: readonly NormalizeFacts[]): number =>
  [...deals, ...normalized].reduce((sum, { rejected }) => sum + rejected, 0);

/**
 * All steps of a run, in their order; those of one step may go on at the same time. The same order stands in the
 * state machine of the ledger workflow.
 * @param onStep is told of each step and how many tasks it has, then of each task that is done
 */
export async function run(
  sources: readonly DealTask[],
  settings: LedgerSettings,
  call: Call,
  onStep: (step: keyof Steps, tasks: number) => () => void,
  onRejected: (rejected: number, rows: number) => void,
): Promise<RunFacts> {
  const each = <TTask, TResult>(
    step: keyof Steps,
    tasks: readonly TTask[],
    work: (task: TTask) => Promise<TResult>,
  ) => {
    const done = onStep(step, tasks.length);
    return Promise.all(
      tasks.map(async (task) => {
        const result = await work(task);
        done();
        return result;
      }),
    );
  };
  const parts = numbers(settings.parts);
  const shards = numbers(settings.shards);
  const deals = await each('deal', sources, (source) => call('deal', { source, settings }));
  const rows = deals.reduce((sum, deal) => sum + deal.rows + deal.rejected, 0);
  onRejected(rejectedOf(deals, []), rows);
  const dealt = deals.map(({ survey }) => survey).reduce(mergeSurveys, NO_SURVEY);
  refuseOtherGateway(dealt.shown, connectorOf(settings));
  // Where numbers identify rows among all that came, they do among those that stay when overlaps are gone.
  const isJudged = !deals.some(({ needsIdentity }) => needsIdentity) || identifiesAll(dealt);
  const surveys = isJudged
    ? [dealt]
    : await each('survey', parts, (part) => call('survey', { part, settings }));
  const survey = surveys.reduce(mergeSurveys, NO_SURVEY);
  const normalized = await each('normalize', parts, (part) => call('normalize', { part, survey, settings }));
  onRejected(rejectedOf(deals, normalized), rows);
  const linked = normalized.some(({ hasDrafts }) => hasDrafts)
    ? await each('link', shards, (bucket) => call('link', { bucket, settings }))
    : [];
  const facts = [...normalized, ...linked];
  const latest = facts.map((fact) => fact.latest).reduce(later, undefined);
  const ratios = facts.map((fact) => fact.ratios).reduce(mergeRatios, []);
  const context = contextOf({ ...headOf(settings), latest, ratios });
  await each('digestRequests', shards, (shard) => call('digestRequests', { shard, context, settings }));
  await each('digestCharges', shards, (shard) => call('digestCharges', { shard, context, settings }));
  return {
    deals,
    figures: facts.map(({ figures }) => figures).reduce(addFigures),
    records: facts.map(({ records }) => records).reduce(addRecords),
    rejected: rejectedOf(deals, facts),
    context,
  };
}
