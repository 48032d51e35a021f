import * as v from 'valibot';
import type { EarlierRun } from '#shared/ledger/earlier-run.ts';
import { keys } from '#shared/ledger/keys.ts';
import type { Run } from '#shared/ledger/run.ts';
import { PARTS_MAX } from '#shared/ledger/size.ts';
import type { Door } from '#shared/ledger/stage.ts';
import { readJson, STAMP_LENGTH } from '#shared/ledger/store/store.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { LATEST, SCRATCH_PREFIX } from './deployment.ts';
import { outputOf, type RunPlace } from './run-place.ts';
import type { S3Objects } from './s3-objects.ts';

/** How a run keeps its findings; what was kept another way is not compared with. */
const LAYOUT = 1;

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.nullable(v.string());
const isScratchOfRun = (place: string): boolean =>
  place.startsWith(SCRATCH_PREFIX) && /^[0-9a-f]{32}\/$/.test(place.slice(SCRATCH_PREFIX.length));
/** Somebody may have written the object by hand: it leads nowhere but to the scratch of a run. */
const latestSchema = v.object({
  layout: v.literal(LAYOUT),
  place: v.pipe(v.string(), v.check(isScratchOfRun)),
  stamp: v.pipe(v.string(), v.length(STAMP_LENGTH)),
  generatedAt: v.pipe(v.string(), v.isoTimestamp()),
  period: v.object({ start: instant, end: instant, reference: instant }),
  findings: v.object({ critical: whole, warning: whole, info: whole }),
  shards: v.pipe(whole, v.minValue(1), v.maxValue(PARTS_MAX)),
  lists: whole,
});

const parsedOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The run whose report stands below a prefix; `undefined` where there is none that can be compared with. */
export async function latestRun(output: string, objects: S3Objects): Promise<EarlierRun | undefined> {
  const key = output + LATEST;
  // Who may not list is told that a missing object is forbidden.
  const [found] = await objects.list(key);
  if (found?.key !== key) return undefined;
  const { success, output: latest } = v.safeParse(latestSchema, parsedOr(await objects.readText(key)));
  if (!success) return undefined;
  const { layout: _layout, ...run } = latest;
  return run;
}

/**
 * Names a run as the latest of its output, and where its report is. After this, and not before, the next one is
 * compared with it. A run that was overtaken by a later one leaves that in its place.
 */
export async function rememberRun(
  run: Run,
  { run: place, output: report }: RunPlace,
  { store }: Door,
  objects: S3Objects,
): Promise<EarlierRun> {
  const { generatedAt, shards } = run.settings;
  const output = outputOf(report);
  const known = await latestRun(output, objects);
  if (known !== undefined && known.generatedAt > generatedAt) return known;
  const { summary } = await readJson<ReconciliationReport>(store, keys.head);
  const latest: EarlierRun & { layout: number; report: string } = {
    ...{ layout: LAYOUT, report },
    ...{ place, stamp: store.stamp, generatedAt, period: summary.period },
    ...{ findings: run.found.bySeverity, shards },
    lists: (await store.list(keys.sorted)).length,
  };
  await objects.write(output + LATEST, [`${JSON.stringify(latest, null, 2)}\n`]);
  return latest;
}
