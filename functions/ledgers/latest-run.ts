import * as v from 'valibot';
import { tryParseInstant } from '#shared/instant.ts';
import { LATEST_POINTER, outputPrefixOf, SCRATCH_PREFIX } from './deployment.ts';
import type { S3Objects } from './objects/s3-objects.ts';

/** How a run keeps its findings; what was kept another way is not compared with. */
export const FINDINGS_FORMAT = 3;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.nullable(v.string());
const isRunScratch = (place: string): boolean =>
  place.startsWith(SCRATCH_PREFIX) && /^[0-9a-f]{32}\/$/.test(place.slice(SCRATCH_PREFIX.length));
/** Somebody may have written the object by hand: it leads nowhere but to the scratch of a run. */
const latestSchema = v.object({
  layout: v.literal(FINDINGS_FORMAT),
  /** Folder of the report. */
  report: v.string(),
  /** Prefix of the run's own objects, its findings among them until they expire. */
  place: v.pipe(v.string(), v.check(isRunScratch)),
  generatedAt: v.pipe(
    v.string(),
    v.check((text) => tryParseInstant(text) !== undefined),
  ),
  period: v.object({ start: instant, end: instant, reference: instant }),
  findings: v.object({ critical: count, warning: count, info: count }),
});

/** A run, as the pointer of its output names it. Plain JSON. */
export type LatestRun = Readonly<v.InferOutput<typeof latestSchema>>;

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Parses the text of a pointer; `undefined` if there is none, or none that a run can be compared with. */
function parsePointer(text: string | undefined): LatestRun | undefined {
  if (text === undefined) return undefined;
  const { success, output } = v.safeParse(latestSchema, tryParseJson(text));
  return success ? output : undefined;
}

/** Reads the pointer of an output: the run that the next one is compared with, if there is one. */
export const readLatestRun = async (output: string, objects: S3Objects): Promise<LatestRun | undefined> =>
  parsePointer((await objects.find(output + LATEST_POINTER))?.text);

const isLater = (a: LatestRun, b: LatestRun): boolean =>
  (tryParseInstant(a.generatedAt) ?? 0) > (tryParseInstant(b.generatedAt) ?? 0);

/**
 * Moves the pointer of an output to a run, unless it names a later one. From then on the next run is compared with this
 * one. Of runs that end at the same time the latest wins, because S3 refuses a write over a pointer that has moved.
 */
export const movePointer = (latest: LatestRun, objects: S3Objects): Promise<void> =>
  objects.update(outputPrefixOf(latest.report) + LATEST_POINTER, (text) => {
    const current = parsePointer(text);
    return current && isLater(current, latest) ? undefined : `${JSON.stringify(latest, null, 2)}\n`;
  });
