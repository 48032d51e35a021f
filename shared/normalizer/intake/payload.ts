import type * as v from 'valibot';
import type { Connector } from '../../gateways/connector.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import type { buildConnectorPayloadSchema } from '../../schemas/connector-payload.ts';
import { readBody } from '../../schemas/read.ts';
import { dropRepeatedRows } from '../duplicates/duplicate-finder.ts';
import { repeatedListRule } from '../duplicates/row-rules.ts';
import type { ExportSettings } from '../export-context.ts';
import { Channels } from '../records/channels.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { indexRows } from './index-rows.ts';
import { isObject, type NativeObject, ROW_FIELDS, type RowField, type RowLists } from './native.ts';
import { type FieldPages, unwrapPages } from './pages.ts';
import { refuseProhibited } from './refuse-prohibited.ts';

type PayloadSchema = ReturnType<typeof buildConnectorPayloadSchema<readonly string[]>>;

/** A validated call: its settings, and the rows of its fields. */
export interface Payload {
  readonly settings: Omit<v.InferOutput<PayloadSchema>, RowField>;
  /** Contains only fields that the caller sent. */
  readonly pages: ReadonlyMap<RowField, FieldPages>;
}

/** Refuses text in place of rows here, because the schema's message would not say what to do. */
function refuseText(body: unknown): void {
  if (!isObject(body)) return;
  for (const field of ROW_FIELDS) if (typeof body[field] === 'string') unwrapPages(body[field], field);
}

/** Validates the body of a call and takes the rows out of their pages. Throws a `Rejection`, also if prohibited. */
export function openPayload(body: unknown, schema: PayloadSchema): Payload {
  refuseText(body);
  const settings = readBody(schema, body);
  // Take the rows from the body itself: the schema's copy would lose keys such as `__proto__`.
  const native = body as NativeObject;
  const sent = ROW_FIELDS.filter((field) => native[field] !== undefined);
  const pages = new Map(sent.map((field) => [field, unwrapPages(native[field], field)]));
  refuseProhibited(pages);
  return { settings, pages };
}

/** Reads the settings of a call and its channel list. The currency is in upper case, USD by default. */
export function readSettings(
  { settings, pages }: Payload,
  connectors: readonly Connector[],
  outcomes: RowOutcomes,
): ExportSettings {
  const channels = pages.get('channels');
  return {
    connectors,
    connector: connectors.find(({ id }) => id === settings.connector) as Connector,
    quotaPerUnit: settings.quotaPerUnit,
    currency: toCurrencyCode(settings.currency ?? '') || 'USD',
    channels: new Channels(channels && indexRows(channels.rows, 'channels', outcomes), outcomes),
  };
}

/** Returns all rows of a call without the rows that overlapping pages repeat. Counts the repeated rows. */
export function dedupeRows({ pages }: Payload, outcomes: RowOutcomes): RowLists {
  const rowsOf = (field: RowField) => {
    const rows = indexRows(pages.get(field)?.rows ?? [], field, outcomes);
    return dropRepeatedRows(rows, repeatedListRule, (row, earlier) => outcomes.repeat(row, earlier));
  };
  return { logs: rowsOf('logs'), upstreamCharges: rowsOf('upstreamCharges'), payments: rowsOf('payments') };
}
