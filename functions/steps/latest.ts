import * as v from 'valibot';
import { LATEST, outputOf, SCRATCH_PREFIX } from './deployment.ts';
import type { S3Objects } from './objects/s3-objects.ts';

/** How a run keeps its findings; what was kept another way is not compared with. */
export const LAYOUT = 2;

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.nullable(v.string());
const isScratchOfRun = (place: string): boolean =>
  place.startsWith(SCRATCH_PREFIX) && /^[0-9a-f]{32}\/$/.test(place.slice(SCRATCH_PREFIX.length));
/** Somebody may have written the object by hand: it leads nowhere but to the scratch of a run. */
const latestSchema = v.object({
  layout: v.literal(LAYOUT),
  /** Folder of the report. */
  report: v.string(),
  /** Prefix of the run's own objects, its findings among them until they expire. */
  place: v.pipe(v.string(), v.check(isScratchOfRun)),
  generatedAt: v.pipe(v.string(), v.isoTimestamp()),
  period: v.object({ start: instant, end: instant, reference: instant }),
  findings: v.object({ critical: whole, warning: whole, info: whole }),
});

/** A run, as the pointer of its output names it. Plain JSON. */
export type LatestRun = Readonly<v.InferOutput<typeof latestSchema>>;

const parsedOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The run whose report stands below a prefix; `undefined` where there is none that can be compared with. */
export async function latestRun(output: string, objects: S3Objects): Promise<LatestRun | undefined> {
  const key = output + LATEST;
  // Who may not list is told that a missing object is forbidden.
  const [found] = await objects.list(key);
  if (found?.key !== key) return undefined;
  const { success, output: latest } = v.safeParse(latestSchema, parsedOr(await objects.readText(key)));
  return success ? latest : undefined;
}

/**
 * Names a run as the latest of its output. After this, and not before, the next one is compared with it. A run that
 * was overtaken by a later one leaves that in its place.
 */
export async function rememberRun(latest: LatestRun, objects: S3Objects): Promise<LatestRun> {
  const output = outputOf(latest.report);
  const known = await latestRun(output, objects);
  if (known !== undefined && known.generatedAt > latest.generatedAt) return known;
  await objects.write(output + LATEST, [`${JSON.stringify(latest, null, 2)}\n`]);
  return latest;
}
