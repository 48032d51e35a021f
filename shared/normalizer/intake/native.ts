/** A native object as `JSON.parse` made it: any keys, any values. */
export type Native = Readonly<Record<string, unknown>>;

export const isNative = (value: unknown): value is Native =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a payload that hold native rows. */
export const ROW_FIELDS = ['logs', 'channels', 'upstreamCharges', 'payments'] as const;
export type RowField = (typeof ROW_FIELDS)[number];

/** Where a row stands: the field that brought it, and its number there, counted through all pages. */
export interface RowRef {
  readonly field: RowField;
  readonly index: number;
}

/** A row and its place. */
export interface Entry extends RowRef {
  readonly native: Native;
}

/** What dumps of databases write for a value that is not there, as text. */
const NULLS: ReadonlySet<string> = new Set(['', 'null', 'NULL', '\\N']);
const NULL_LENGTH_MAX = 4;

/** Asked of every value: a set would hash the longest texts. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.length <= NULL_LENGTH_MAX && NULLS.has(value));

/** A value as text, and as a number. An object is neither: with a `toString` of its own it would throw. */
export const asText = (value: unknown): string => (typeof value === 'object' ? '' : String(value));
export const asNumber = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Number.NaN : Number(value);

/** Absent, empty or zero, as a number or as text. */
export const isEmptyOrZero = (value: unknown): boolean =>
  isAbsent(value) || value === 0 || (typeof value === 'string' && Number(value) === 0);

/** Whether a row has a key and says nothing in it; a row without the key may be of any kind. */
export const isBlank = (native: Native, key: string): boolean =>
  Object.hasOwn(native, key) && isEmptyOrZero(native[key]);

/** Among upstream charges: a gateway's log row, as opposed to a canonical record or a provider's bill. */
export const isLogRow = (native: Native): boolean =>
  native.costAmount === undefined && (native.quota !== undefined || typeof native.type === 'number');

/** A log row of a gateway, this one's or the upstream's; canonical records and bills stand for themselves. */
export const isGatewayRow = (field: RowField, native: Native): boolean =>
  field === 'logs' ? native.chargedAmount === undefined : field === 'upstreamCharges' && isLogRow(native);
