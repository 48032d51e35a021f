/** What a step must know of its deployment. */
export interface Deployment {
  /** Where the exports of gateways are. */
  readonly inputPrefix: string;
  /** Where reports may be written. */
  readonly outputPrefix: string;
  /** Names the code of all steps. */
  readonly stamp: string;
}

/** Where runs keep what travels between their steps. */
export const SCRATCH_PREFIX = 'scratch/';

/** The pointer of an output, moved last of all: where the latest report is, and what the next run is compared with. */
export const LATEST = 'latest.json';

/** What an execution carries from state to state. */
export interface RunPlace {
  /** Prefix of the run's own objects. */
  readonly run: string;
  /** Prefix of its report: a folder of its own, below the output that the input names. */
  readonly output: string;
}

/**
 * Folder of a run's report: below an output they stand in the order of their times, and no two runs share one.
 * @param output prefix that ends with `/`
 * @param startedAt ISO 8601, UTC
 * @param runId tells runs apart that were started in the same second
 */
export const reportFolder = (output: string, startedAt: string, runId: string): string =>
  `${output}${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${runId.slice(0, 8)}/`;

/** The output that a run's folder stands in. */
export const outputOf = (folder: string): string =>
  folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
