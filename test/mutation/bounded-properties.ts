import fc from 'fast-check';

/** For mutants, properties do not shrink examples and stop after a quarter of a second. */
fc.configureGlobal({ seed: 1, endOnFailure: true, interruptAfterTimeLimit: 250 });
