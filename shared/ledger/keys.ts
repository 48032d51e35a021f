import type { RowField } from '../normalizer/intake/native.ts';

/** The fields whose rows are dealt to parts. Channels are told to every part. */
export type DealtField = Exclude<RowField, 'channels'>;
export const DEALT_FIELDS = ['logs', 'upstreamCharges', 'payments'] as const satisfies readonly DealtField[];

const padded = (number: number): string => `${number}`.padStart(5, '0');

/**
 * Where each step keeps what. Every key follows from the input and the settings, so that a step may be repeated, and
 * a listing of a prefix is what the steps before have written.
 */
export const keys = {
  /** Rows of a part: `[source, row, native]` a line. */
  part: (field: DealtField, part: number) => `parts/${field}/${padded(part)}`,
  /** Canonical rows of a shard, a record a line. */
  shard: (ledger: string, shard: number) => `shards/${ledger}/${padded(shard)}`,
  /** Upstream rows whose request is still the upstream's own id, and what local rows say about such ids. */
  drafts: (bucket: number) => `drafts/${padded(bucket)}`,
  links: (bucket: number) => `links/${padded(bucket)}`,
  /** Upstream rows by upstream id, each with what only its request shows. */
  charges: (shard: number) => `charges/${padded(shard)}`,
  rejected: (task: string) => `rejected/${task}`,
  /** What a task tells the steps after it: small, plain JSON. */
  facts: (step: string, task: number) => `facts/${step}/${padded(task)}.json`,
  digest: (round: 'requests' | 'charges', shard: number) => `digests/${round}/${padded(shard)}.json`,
} as const;
