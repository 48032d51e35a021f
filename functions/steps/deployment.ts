/** What a step must know of its deployment. */
export interface Deployment {
  readonly bucket: string;
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

/** The variables of a step's environment, as infra sets them. */
export const environmentOf = ({ bucket, inputPrefix, outputPrefix, stamp }: Deployment) => ({
  LEDGER_BUCKET: bucket,
  LEDGER_INPUT: inputPrefix,
  LEDGER_OUTPUT: outputPrefix,
  LEDGER_STAMP: stamp,
});

/** What they say. */
export const deploymentOf = (environment: Readonly<Record<string, string | undefined>>): Deployment => ({
  bucket: environment.LEDGER_BUCKET ?? '',
  inputPrefix: environment.LEDGER_INPUT ?? '',
  outputPrefix: environment.LEDGER_OUTPUT ?? '',
  stamp: environment.LEDGER_STAMP ?? '',
});
