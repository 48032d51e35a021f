/** Sizes of the input for which costs are told: records over all three ledgers. */
export const LEDGER_SIZES = [100, 1000, 15_000] as const;
type LedgerSize = (typeof LEDGER_SIZES)[number];

/** One reconciliation, as `npm run cost` sees it. */
export interface Measurement {
  readonly requestBytes: number;
  /** Reply before and after compression, which the service offers above 32 KiB. */
  readonly replyBytes: number;
  readonly gzipBytes: number;
  /** The line that the function logs. */
  readonly logBytes: number;
  /** CPU time of the first call of a process, and of a call once it is warm. */
  readonly firstCpuMs: number;
  readonly warmCpuMs: number;
}

/**
 * Medians of `npm run cost` on 2026-11-21: the bundle of reconcile under Node 24.21 on one
 * x86-64 core at its full speed. CPU time, not wall time, because Lambda rations a core by its time.
 */
export const measurements: Readonly<Record<LedgerSize, Measurement>> = {
  100: {
    requestBytes: 12_741,
    replyBytes: 4040,
    gzipBytes: 1240,
    logBytes: 790,
    firstCpuMs: 28.6,
    warmCpuMs: 6.3,
  },
  1000: {
    requestBytes: 125_649,
    replyBytes: 7421,
    gzipBytes: 1735,
    logBytes: 796,
    firstCpuMs: 79.3,
    warmCpuMs: 15.2,
  },
  15000: {
    requestBytes: 1_896_824,
    replyBytes: 59_457,
    gzipBytes: 7401,
    logBytes: 807,
    firstCpuMs: 417,
    warmCpuMs: 134.7,
  },
};

/** Loading the bundle before a first call, measured the same way and on the same day. */
export const LOAD_CPU_MS = 53;

/**
 * What a warm call takes of the slowest full body that was ever found, and doubled: a model, a channel, a customer and a
 * day for each row, all at a loss (225 ms). Half an hour of `npm run fuzz -- --bounds` found none above 205 ms.
 */
export const WORST_CPU_MS = 450;

/** Not measured here, for want of an account: what Lambda adds of its own, by its documentation and rounded up. */
export const assumptions = {
  /** Start of the Node runtime before a first call, which is billed since August 2025. */
  runtimeStartMs: 150,
  /** The line of the access log. Lambda's own start and report lines are not kept. */
  platformLogBytes: 500,
  /** The function's own line where nothing is counted, and the time of a document or a refusal. */
  smallLogBytes: 300,
  documentCpuMs: 3,
} as const;
