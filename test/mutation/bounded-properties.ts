import fc from 'fast-check';

/** A property that judges mutants needs no smallest example, and a quarter of a second is enough. */
fc.configureGlobal({ seed: 1, endOnFailure: true, interruptAfterTimeLimit: 250 });
