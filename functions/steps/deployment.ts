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

/** The variables of a step's environment; infra sets them. */
export const deploymentOf = (environment: Readonly<Record<string, string | undefined>>): Deployment => ({
  bucket: environment.LEDGER_BUCKET ?? '',
  inputPrefix: environment.LEDGER_INPUT ?? '',
  outputPrefix: environment.LEDGER_OUTPUT ?? '',
  stamp: environment.LEDGER_STAMP ?? '',
});
