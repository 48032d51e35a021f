import fc from 'fast-check';

/**
 * Seed and number of examples of all properties. `npm test` draws the same examples each time, so that a failure has
 * its reason in the commit; `npm run fuzz` sets SEED to draw other examples. A property that fails prints its seed.
 * A property sets its own number of examples only if one example is slow or costs almost nothing.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1), numRuns: 150 });
