import type { LogDialect } from '../connector.ts';
import { BILL, BILL_STATUSES, codecs, ROW_UNIT_KEY } from '../vocabulary.ts';
import {
  buildEntry,
  buildFieldEntries,
  type FieldMapEntry,
  formatAlternatives,
  joinNotes,
} from './field-entry.ts';

const COST = 'upstreamCharges[].costAmount';

/** Lists the fields of log rows in `upstreamCharges` that are read differently than in `logs`. */
export const listUpstreamFields = ({ fields }: LogDialect): FieldMapEntry[] => [
  ...buildFieldEntries(
    codecs,
    [fields.quota, fields.money].map((field) => [
      field,
      `${COST} | upstreamCharges[].refundAmount`,
      'only for log rows in `upstreamCharges`; their other fields are read as in `logs`',
    ]),
  ),
  buildEntry(
    formatAlternatives([...fields.rowId.at, ...fields.requestId.at]),
    'upstreamCharges[].upstreamId',
    '`<connector>:<row id>` if row ids are unique, otherwise `<connector>:<request id>`',
  ),
  buildEntry(
    ROW_UNIT_KEY,
    COST,
    'the upstream gateway’s quota per unit, if it differs from `quotaPerUnit` of the API call; the caller adds it. Decimal number or text',
  ),
];

/** Fields of bill rows of unknown providers. */
export const otherBills: FieldMapEntry[] = [
  buildEntry(
    formatAlternatives(BILL.money),
    COST,
    `for a row of a provider’s bill: ${codecs.money}. A negative amount is a refund`,
  ),
  buildEntry(
    formatAlternatives(BILL.time),
    'upstreamCharges[].occurredAt',
    joinNotes(codecs.time, 'a date without a time is the start of that UTC day; a note counts such rows'),
  ),
  buildEntry(formatAlternatives(BILL.model), 'upstreamCharges[].model', codecs.model),
  buildEntry(formatAlternatives(BILL.requestId), 'upstreamCharges[].requestId', codecs.id),
  buildEntry(formatAlternatives(BILL.upstreamId), 'upstreamCharges[].upstreamId', codecs.id),
  buildEntry(
    BILL.status,
    'upstreamCharges[].status',
    joinNotes(
      'success if absent or empty',
      ...Object.entries(BILL_STATUSES).map((pair) => pair.join(' is ')),
    ),
  ),
  buildEntry(BILL.currency, 'upstreamCharges[].currency', codecs.name),
];

/** Points to the field maps of recognized bills, which are the same for all gateways. */
export const recognizedBills = buildEntry(
  '(columns of a supported bill)',
  'upstreamCharges[] | payments[]',
  'Bills and payment reports are recognized by their columns. `NativeCharge` and `NativePayment` in GET /openapi.json list the columns that are read; docs/bills.generated.json in the project describes how they are read.',
);

/** Fields that callers may add to any upstream row. */
export const addedByCallers = buildEntry(
  'channelId',
  'upstreamCharges[].channelId',
  'the local channel that buys from this upstream; the caller adds it to each log or bill row',
);

/** Fields that the caller's channel list provides. */
export const channelListFields = buildEntry(
  'channels[].id | channels[].name',
  'downstreamUsage[].channelId',
  'supplies the channel id for rows that have only the channel name; a note lists log channels that are missing here',
);
