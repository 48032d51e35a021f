import { CONTRACT_VERSION } from '../contract-version.ts';
import { MANIFEST_VERSION } from '../gateways/manifest/manifest-version.ts';
import { NOTES_MAX } from '../schemas/lists.ts';
import type { NormalizeMeta } from '../schemas/normalize-meta.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '../schemas/reconciliation-input.ts';
import type { IndexedRecord } from './export-context.ts';
import { omitUndefined } from './fields/omit-undefined.ts';
import type { Payload } from './intake/payload.ts';
import { listNoteSentences, type OutcomeCounts } from './row-outcomes.ts';

/** Reply of the normalizer: the input of reconcile, and how the rows were used. */
export interface Normalized {
  readonly data: ReconciliationInput;
  readonly meta: NormalizeMeta;
}

const sortRecords = <TRecord>(records: readonly IndexedRecord<TRecord>[]): TRecord[] =>
  records.toSorted((a, b) => a.index - b.index).map(({ record }) => record);

/**
 * Builds the reply: records in the order of their rows, and counts of all rows. Settings and ledgers that were absent
 * stay absent.
 * @param callNotes sentences about the whole call, which come first
 */
export function buildReply(
  { settings, pages }: Payload,
  records: {
    readonly usage: readonly IndexedRecord<DownstreamRecord>[];
    readonly charges: readonly IndexedRecord<UpstreamRecord>[];
    readonly payments: readonly IndexedRecord<PaymentRecord>[];
  },
  figures: OutcomeCounts,
  callNotes: readonly string[] = [],
): Normalized {
  const received = (['logs', 'upstreamCharges', 'payments'] as const).reduce(
    (sum, field) => sum + (pages.get(field)?.rows.length ?? 0),
    0,
  );
  const { connector, currency, period } = settings;
  return {
    data: {
      version: CONTRACT_VERSION,
      ...omitUndefined({ currency, period }),
      downstreamUsage: sortRecords(records.usage),
      ...(pages.has('upstreamCharges') ? { upstreamCharges: sortRecords(records.charges) } : {}),
      ...(pages.has('payments') ? { payments: sortRecords(records.payments) } : {}),
    },
    meta: {
      connector,
      manifestVersion: MANIFEST_VERSION,
      rows: {
        received,
        downstreamUsage: records.usage.length,
        upstreamCharges: records.charges.length,
        payments: records.payments.length,
        skipped: { ...figures.skipped },
      },
      notes: [...callNotes, ...listNoteSentences(figures)].slice(0, NOTES_MAX),
    },
  };
}
