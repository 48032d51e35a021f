import type { Field, LogDialect } from '../connector.ts';
import { BILL, BILL_STATUSES, codecs, OWN_PER_UNIT } from '../vocabulary.ts';
import { any, type Entry, fieldEntry, sentence } from './field-entry.ts';

const upstreamCost = (field: Field): Entry =>
  fieldEntry(
    field,
    'upstreamCharges[].costAmount | upstreamCharges[].refundAmount',
    'of a log row in `upstreamCharges`, whose other fields are read as those in `logs`',
  );

/** Log rows of an upstream gateway, read in its own dialect. */
export const upstreamRows = ({ fields }: LogDialect): Entry[] => [
  ...[fields.quota, fields.money].flatMap((field) => (field ? [upstreamCost(field)] : [])),
  {
    source: any([...fields.rowId.at, ...fields.requestId.at]),
    canonical: 'upstreamCharges[].upstreamId',
    notes: '`<connector>:<row id>` where the ids identify the rows, else `<connector>:<request id>`',
  },
  {
    source: OWN_PER_UNIT,
    canonical: 'upstreamCharges[].costAmount',
    notes:
      'added by the caller where the upstream’s quotaPerUnit is not the payload’s; decimal number or text',
  },
];

/** Rows of a bill that no file of `bills/` describes. */
export const otherBills: Entry[] = [
  {
    source: any(BILL.money),
    canonical: 'upstreamCharges[].costAmount',
    notes: `of a provider’s billing row: ${codecs.money}, or with an exponent (\`1.2e-05\`); a negative amount is a refund`,
  },
  {
    source: any(BILL.time),
    canonical: 'upstreamCharges[].occurredAt',
    notes: sentence(codecs.time, 'a date alone is the start of its UTC day, and noted'),
  },
  { source: any(BILL.model), canonical: 'upstreamCharges[].model', notes: codecs.model },
  { source: any(BILL.requestId), canonical: 'upstreamCharges[].requestId', notes: codecs.id },
  { source: any(BILL.upstreamId), canonical: 'upstreamCharges[].upstreamId', notes: codecs.id },
  {
    source: BILL.status,
    canonical: 'upstreamCharges[].status',
    notes: sentence(
      'absent or empty is success',
      ...Object.entries(BILL_STATUSES).map((pair) => pair.join(' is ')),
    ),
  },
  { source: BILL.currency, canonical: 'upstreamCharges[].currency', notes: codecs.name },
];

/** What callers may add to any upstream row. */
export const addedByCallers: Entry[] = [
  {
    source: 'channelId',
    canonical: 'upstreamCharges[].channelId',
    notes: 'added by the caller to a log row or a bill: the local channel that buys there',
  },
];

/** What the caller's list of channels adds. */
export const channelList: Entry[] = [
  {
    source: 'channels[].id | channels[].name',
    canonical: 'downstreamUsage[].channelId',
    notes: 'the id for a row that has a channel name only; ids that the list does not know are noted',
  },
];
