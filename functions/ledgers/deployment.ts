/** Prefixes of the bucket that the deployment sets. */
export interface Deployment {
  /** Prefix of all objects that a run may read. */
  readonly inputPrefix: string;
  /** Prefix of all reports. */
  readonly outputPrefix: string;
}

/** Prefix below which runs store the findings with which the next run is compared. */
export const SCRATCH_PREFIX = 'scratch/';

/** Name of the object that points to the latest report of an output prefix. A run updates it last. */
export const LATEST_POINTER = 'latest.json';

/** Prefixes to which a run writes. */
export interface RunPrefixes {
  /** Scratch prefix of the run. */
  readonly run: string;
  /** Prefix of its report, below the output prefix of the input. */
  readonly output: string;
}

/**
 * Builds the two prefixes of a run: `output` for its report, such as `reports/2026-11-01T03-00-00Z-0f3a9c21/`, and `run`
 * for data that expires, such as `scratch/<runId>/`. No two runs share one, and reports sort by time.
 * @param output prefix that ends with `/`
 * @param startedAt start of the run in ISO 8601, UTC
 * @param runId 32 hexadecimal digits, which distinguish runs that start in the same second
 */
export const buildRunPrefixes = (output: string, startedAt: string, runId: string): RunPrefixes => ({
  run: `${SCRATCH_PREFIX}${runId}/`,
  output: `${output}${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${runId.slice(0, 8)}/`,
});

/** Returns the prefix that contains a report's prefix: `reports/` for `reports/2026-11-01T03-00-00Z-0f3a9c21/`. */
export const findOutputPrefix = (folder: string): string =>
  folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
