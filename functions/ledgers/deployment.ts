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

/** Prefixes below which a run writes its objects. */
export interface RunPrefixes {
  /** Prefix of data that expires, such as the findings for the next comparison. */
  readonly scratch: string;
  /** Prefix of the report, below the output prefix of the input. */
  readonly report: string;
}

/**
 * Builds the two prefixes of a run, such as `reports/2026-11-01T03-00-00Z-0f3a9c21/` for its report and
 * `scratch/<runId>/` for data that expires. No two runs share a prefix, and the prefixes of reports sort by time.
 * @param output prefix of all reports, which ends with `/`
 * @param startedAt start of the run in ISO 8601, UTC
 * @param runId 32 hexadecimal digits, which distinguish runs that start in the same second
 */
export const buildRunPrefixes = (output: string, startedAt: string, runId: string): RunPrefixes => ({
  scratch: `${SCRATCH_PREFIX}${runId}/`,
  report: `${output}${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${runId.slice(0, 8)}/`,
});

/** Returns the prefix of all reports, such as `reports/`, from the prefix of one of them. */
export const findOutputPrefix = (report: string): string =>
  report.slice(0, report.lastIndexOf('/', report.length - 2) + 1);
