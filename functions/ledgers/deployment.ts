/** What the function must know of its deployment. */
export interface Deployment {
  /** Where the exports of gateways are. */
  readonly inputPrefix: string;
  /** Where reports may be written. */
  readonly outputPrefix: string;
}

/** Where a run keeps what the next one is compared with. */
export const SCRATCH_PREFIX = 'scratch/';

/** The pointer of an output, moved last of all: where the latest report is, and what the next run is compared with. */
export const LATEST_POINTER = 'latest.json';

/** Where a run writes. */
export interface RunPrefixes {
  /** Prefix of the run's own objects. */
  readonly run: string;
  /** Prefix of its report: a folder of its own, below the output that the input names. */
  readonly output: string;
}

/**
 * Where a run writes: reports below an output stand in the order of their times, and no two runs share a folder.
 * @param output prefix that ends with `/`
 * @param startedAt ISO 8601, UTC
 * @param runId 32 hexadecimal digits, which tell runs apart that were started in the same second
 */
export const runPrefixes = (output: string, startedAt: string, runId: string): RunPrefixes => ({
  run: `${SCRATCH_PREFIX}${runId}/`,
  output: `${output}${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${runId.slice(0, 8)}/`,
});

/** The output that a run's folder stands in. */
export const outputPrefixOf = (folder: string): string =>
  folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
