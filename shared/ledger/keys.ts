import type { RowField } from '../normalizer/intake/native.ts';

/** The fields whose rows are dealt to parts. Channels are told to every part. */
export type DealtField = Exclude<RowField, 'channels'>;
export const DEALT_FIELDS = ['logs', 'upstreamCharges', 'payments'] as const satisfies readonly DealtField[];

const padded = (number: number): string => `${number}`.padStart(5, '0');

/**
 * Where each stage keeps what. Every key follows from the input and the settings, so that a step may be repeated, and
 * a listing of a prefix is what the stages before have written.
 */
export const keys = {
  /** What the run knows when a stage begins, its tasks, and what each task tells the stage after it. */
  run: (stage: string) => `runs/${stage}.json`,
  tasks: (stage: string) => `tasks/${stage}.jsonl`,
  facts: (stage: string, task: number) => `${keys.allFacts(stage)}${padded(task)}.json`,
  allFacts: (stage: string) => `facts/${stage}/`,
  sources: 'sources.json',
  /** Rows by part, in buckets: `[source, row, native]`. */
  parts: (field: DealtField) => `parts/${field}`,
  /** Rows that cannot be read, in buckets by source. */
  rejected: 'rejected',
  /** Canonical records by shard, in buckets. */
  shards: (ledger: string) => `shards/${ledger}`,
  /** Upstream rows whose request is still the upstream's own id, and what local rows say about such ids. */
  drafts: 'drafts',
  links: 'links',
  /** Upstream rows by upstream id, each with what only its request shows. */
  charges: 'charges',
  /** What was seen, by code and subject, in buckets. */
  evidence: 'evidence',
  /** What adds up for single customers, by customer, in buckets. */
  customers: 'customers',
  digests: 'digests/',
  digest: (round: 'requests' | 'charges' | 'customers', shard: number) =>
    `digests/${round}-${padded(shard)}.json`,
  wholes: 'wholes/',
  whole: (group: number) => `wholes/${padded(group)}.json`,
  /** Findings in the report's order. */
  findings: 'findings/',
  findingsOf: (shard: number) => `findings/${padded(shard)}.jsonl`,
  sorted: 'sorted/',
  sortedOf: (group: number) => `sorted/${padded(group)}.jsonl`,
  /** Findings of the earlier run, in buckets where those of this one meet them. */
  earlier: 'earlier',
  /** What is known of tasks that failed, by stage. */
  failures: (stage: string) => `failures/${stage}/`,
  failure: (stage: string, task: number) => `failures/${stage}/${padded(task)}.json`,
  /** The report but for its findings. */
  head: 'head.json',
} as const;
