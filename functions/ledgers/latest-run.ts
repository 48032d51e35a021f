import * as v from 'valibot';
import { tryParseInstant } from '#shared/civil-time.ts';
import { findOutputPrefix, LATEST_POINTER, SCRATCH_PREFIX } from './deployment.ts';
import type { S3Objects } from './objects/s3-objects.ts';

/** Version of the format in which a run stores its findings. Findings of another version are not compared. */
export const FINDINGS_FORMAT = 3;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.nullable(v.string());
const isRunScratch = (place: string): boolean =>
  place.startsWith(SCRATCH_PREFIX) && /^[0-9a-f]{32}\/$/.test(place.slice(SCRATCH_PREFIX.length));
/** Pointer to the latest run. The schema restricts it to scratch prefixes, because somebody may edit the object. */
const latestSchema = v.object({
  layout: v.literal(FINDINGS_FORMAT),
  /** Prefix of the report. */
  report: v.string(),
  /** Scratch prefix of the run, with its findings until they expire. */
  place: v.pipe(v.string(), v.check(isRunScratch)),
  generatedAt: v.pipe(
    v.string(),
    v.check((text) => tryParseInstant(text) !== undefined),
  ),
  period: v.object({ start: instant, end: instant, reference: instant }),
  findings: v.object({ critical: count, warning: count, info: count }),
});

/** The latest run of an output prefix, as its pointer object describes it. */
export type LatestRun = Readonly<v.InferOutput<typeof latestSchema>>;

const pointerSchema = v.pipe(v.string(), v.parseJson(), latestSchema);

/** Parses the text of a pointer. Returns undefined for a missing or invalid pointer, or one of another format. */
function parsePointer(text: string | undefined): LatestRun | undefined {
  const { success, output } = v.safeParse(pointerSchema, text);
  return success ? output : undefined;
}

/**
 * Reads `latest.json` below an output prefix: the run with whose findings the next run is compared. Returns undefined
 * if there is none, or if it has another format.
 */
export const readLatestRun = async (output: string, objects: S3Objects): Promise<LatestRun | undefined> =>
  parsePointer((await objects.find(output + LATEST_POINTER))?.text);

const isLater = (a: LatestRun, b: LatestRun): boolean =>
  (tryParseInstant(a.generatedAt) ?? 0) > (tryParseInstant(b.generatedAt) ?? 0);

/** Writes this run into `latest.json` below its output prefix, unless the file already describes a later run. */
export const updateLatestRun = (latest: LatestRun, objects: S3Objects): Promise<void> =>
  objects.update(findOutputPrefix(latest.report) + LATEST_POINTER, (text) => {
    const current = parsePointer(text);
    return current && isLater(current, latest) ? undefined : `${JSON.stringify(latest, null, 2)}\n`;
  });
