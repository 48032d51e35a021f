import type { LogDialect } from '../connector.ts';
import { BILL, BILL_STATUSES, codecs, ROW_UNIT_KEY } from '../vocabulary.ts';
import { buildEntry, buildFieldEntries, type FieldMapEntry } from './field-entry.ts';

const COST = 'upstreamCharges[].costAmount';

/** Fields of bill rows of unknown providers. */
const otherBills: FieldMapEntry[] = [
  buildEntry(
    BILL.money,
    COST,
    `for a row of a provider’s bill: ${codecs.money}. A negative amount is a refund`,
  ),
  buildEntry(
    BILL.time,
    'upstreamCharges[].occurredAt',
    codecs.time,
    'a date without a time is the start of that UTC day; a note counts such rows',
  ),
  buildEntry(BILL.model, 'upstreamCharges[].model', codecs.model),
  buildEntry(BILL.requestId, 'upstreamCharges[].requestId', codecs.id),
  buildEntry(BILL.upstreamId, 'upstreamCharges[].upstreamId', codecs.id),
  buildEntry(
    BILL.status,
    'upstreamCharges[].status',
    'success if absent or empty',
    ...Object.entries(BILL_STATUSES).map((pair) => pair.join(' is ')),
  ),
  buildEntry(BILL.currency, 'upstreamCharges[].currency', codecs.name),
];

/** Points to the field maps of recognized bills, which are the same for all gateways. */
const recognizedBills = buildEntry(
  '(columns of a supported bill)',
  'upstreamCharges[] | payments[]',
  'Bills and payment reports are recognized by their columns. `NativeCharge` and `NativePayment` in GET /openapi.json list the columns that are read; docs/bills.generated.json in the project lists what to know about each.',
);

/** Fields that callers may add to any upstream row. */
const addedByCallers = buildEntry(
  'channelId',
  'upstreamCharges[].channelId',
  'the local channel that buys from this upstream; the caller adds it to each log or bill row',
);

/** Fields that the caller's channel list provides. */
const channelListFields = buildEntry(
  'channels[].id | channels[].name',
  'downstreamUsage[].channelId',
  'supplies the channel id for rows that have only the channel name; a note lists log channels that are missing here',
);

/**
 * Lists the fields of the channel list, of log rows in `upstreamCharges` that are read differently than in `logs`, and
 * of bills.
 */
export const listUpstreamFields = ({ fields }: LogDialect): FieldMapEntry[] => [
  channelListFields,
  ...buildFieldEntries(
    [fields.quota, fields.money].map((field) => [
      field,
      `${COST} | upstreamCharges[].refundAmount`,
      'only for log rows in `upstreamCharges`; their other fields are read as in `logs`',
    ]),
  ),
  buildEntry(
    [...fields.rowId.at, ...fields.requestId.at],
    'upstreamCharges[].upstreamId',
    '`<connector>:<row id>` if row ids are unique, otherwise `<connector>:<request id>`',
  ),
  buildEntry(
    ROW_UNIT_KEY,
    COST,
    'the upstream gateway’s quota per unit, if it differs from `quotaPerUnit` of the API call; the caller adds it. Decimal number or text',
  ),
  ...otherBills,
  recognizedBills,
  addedByCallers,
];
