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
import { type Accounted, sentences } from './account.ts';
import type { Placed } from './context.ts';
import { defined } from './fields/defined.ts';
import type { Payload } from './intake/payload.ts';

/** What a call answers with. */
export interface Normalized {
  readonly data: ReconciliationInput;
  readonly meta: NormalizeMeta;
}

const inOrder = <TRecord>(records: readonly Placed<TRecord>[]): TRecord[] =>
  records.toSorted((a, b) => a.index - b.index).map(({ record }) => record);

/**
 * The reply: records in the order of their rows, and where every row went. Settings and ledgers stay as absent as they came.
 * @param callNotes sentences about the call as a whole, which come first
 */
export function replyOf(
  { settings, pages }: Payload,
  records: {
    readonly usage: readonly Placed<DownstreamRecord>[];
    readonly charges: readonly Placed<UpstreamRecord>[];
    readonly payments: readonly Placed<PaymentRecord>[];
  },
  figures: Accounted,
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
      ...defined({ currency, period }),
      downstreamUsage: inOrder(records.usage),
      ...(pages.has('upstreamCharges') ? { upstreamCharges: inOrder(records.charges) } : {}),
      ...(pages.has('payments') ? { payments: inOrder(records.payments) } : {}),
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
      notes: [...callNotes, ...sentences(figures)].slice(0, NOTES_MAX),
    },
  };
}
