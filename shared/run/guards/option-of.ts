import type { FileOption } from '../../judge/options.ts';
import type { SourceField } from '../read/read.ts';

/** The option whose files make a ledger. */
export const OPTION_OF: Readonly<Record<SourceField, FileOption>> = {
  logs: 'logs',
  upstreamCharges: 'upstream',
  payments: 'payments',
};
