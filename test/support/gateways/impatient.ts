import { POLITENESS, type Politeness } from '#tools/read/gateway-client.ts';

/** A reader for tests: it waits for nothing. */
export const IMPATIENT: Politeness = {
  ...POLITENESS,
  ...{ intervalMs: 0, timeoutMs: 5_000, attemptsMax: 4, firstPauseMs: 1, pauseMsMax: 5 },
};
