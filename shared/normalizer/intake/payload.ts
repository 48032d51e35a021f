import type * as v from 'valibot';
import type { Connector } from '../../gateways/connector.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import type { buildConnectorPayloadSchema } from '../../schemas/connector-payload.ts';
import { readBody } from '../../schemas/read.ts';
import type { ExportSettings } from '../export-settings.ts';
import { Channels } from '../records/channels.ts';
import type { Account } from '../rejections-and-notes.ts';
import { repeatedListRows } from '../same-rows/same-native-rows.ts';
import { withoutRepeats } from '../same-rows/same-rows.ts';
import { type Entry, isNative, type Native, ROW_FIELDS, type RowField } from './native.ts';
import { type FieldPages, unwrapPages } from './pages.ts';
import { refuseProhibited } from './refuse-prohibited.ts';
import { toEntries } from './to-entries.ts';

type PayloadSchema = ReturnType<typeof buildConnectorPayloadSchema<readonly string[]>>;

/** One call, taken apart: its settings, and its rows. */
export interface Payload {
  readonly settings: Omit<v.InferOutput<PayloadSchema>, RowField>;
  /** Only the fields that the caller sent. */
  readonly pages: ReadonlyMap<RowField, FieldPages>;
}

/** The rows of one part of the books, without overlaps. */
export interface RowLists {
  readonly logs: readonly Entry[];
  readonly upstreamCharges: readonly Entry[];
  readonly payments: readonly Entry[];
}

/** A file sent as text would only be told that it is no array; what to do about it is known better here. */
function refuseText(body: unknown): void {
  if (!isNative(body)) return;
  for (const field of ROW_FIELDS) if (typeof body[field] === 'string') unwrapPages(body[field], field);
}

/**
 * Unwraps the rows of a body and looks them through for what no payload may carry.
 * @throws Rejection `invalid_request` or `prohibited_field`
 */
export function openPayload(body: unknown, schema: PayloadSchema): Payload {
  refuseText(body);
  const settings = readBody(schema, body);
  // The rows are taken from the body itself: a schema's copy would lose keys such as `__proto__`.
  const native = body as Native;
  const sent = ROW_FIELDS.filter((field) => native[field] !== undefined);
  const pages = new Map(sent.map((field) => [field, unwrapPages(native[field], field)]));
  refuseProhibited(pages);
  return { settings, pages };
}

/** What a call says about all of its rows. */
export function readSettings(
  { settings, pages }: Payload,
  connectors: readonly Connector[],
  account: Account,
): ExportSettings {
  const channels = pages.get('channels');
  return {
    connectors,
    connector: connectors.find(({ id }) => id === settings.connector) as Connector,
    quotaPerUnit: settings.quotaPerUnit,
    currency: toCurrencyCode(settings.currency ?? '') || 'USD',
    channels: new Channels(channels && toEntries(channels.rows, 'channels', account), account),
  };
}

/** All rows of a call as one part. */
export function dedupeRows({ pages }: Payload, account: Account): RowLists {
  const rowsOf = (field: RowField) =>
    withoutRepeats(
      toEntries(pages.get(field)?.rows ?? [], field, account),
      repeatedListRows,
      (row, earlier) => account.repeat(row, earlier),
    );
  return { logs: rowsOf('logs'), upstreamCharges: rowsOf('upstreamCharges'), payments: rowsOf('payments') };
}
