import type { Connector } from '../../gateways/connector.ts';
import { findConnectorIndex } from '../../gateways/registry.ts';
import type { ExportContext } from '../../normalizer/export-context.ts';
import { tryReadField } from '../../normalizer/fields/codecs.ts';
import type { NativeObject } from '../../normalizer/intake/native.ts';
import { NOTES } from '../../normalizer/notes.ts';
import type { RowOutcomes } from '../../normalizer/row-outcomes.ts';
import { IdIndex } from '../columns/ids.ts';
import { Flag, isCountedRow, LogColumns } from '../columns/log-columns.ts';
import type { SourceColumns } from '../read/source.ts';
import { markRepeats, type RepeatCounter } from './repeats.ts';

function mergeColumns(parts: readonly LogColumns[]): LogColumns {
  const [first = new LogColumns(), ...rest] = parts.filter(({ length }) => length > 0);
  first.append(rest);
  return first;
}

/** Counts the notes about sales that repeat no earlier row. */
function noteSales(sales: LogColumns, outcomes: RowOutcomes): void {
  const { flags, note } = sales.table.columns;
  for (let row = 0; row < sales.length; row++) {
    if (!isCountedRow(sales, row)) continue;
    if (((flags[row] as number) & Flag.subscription) !== 0) outcomes.note('subscription');
    const rowNote = NOTES[(note[row] as number) - 1];
    if (rowNote) outcomes.note(rowNote);
  }
}

/** Notes the charges that repeat no earlier row, with a quota converted by a unit that their file does not have. */
function noteCharges(
  charges: LogColumns,
  hasConfiguredUnit: (source: number) => boolean,
  outcomes: RowOutcomes,
): void {
  const { source } = charges.table.columns;
  for (let row = 0; row < charges.length; row++)
    if (isCountedRow(charges, row) && !hasConfiguredUnit(source[row] as number))
      outcomes.note('upstreamPerUnit');
}

/**
 * Merges the columns of all files into one for sales and one for upstream charges, and marks rows that repeat another
 * row. Notes the other rows, and counts them as `surviving`.
 */
export function mergePlainRows(
  columns: readonly SourceColumns[],
  repeated: RepeatCounter,
  outcomes: RowOutcomes,
  hasConfiguredUnit: (source: number) => boolean = () => false,
) {
  const sales = mergeColumns(columns.map((part) => part.sales));
  const charges = mergeColumns(columns.map((part) => part.charges));
  const [salesByRequest, chargesByRequest] = [new IdIndex(sales.requestIds), new IdIndex(charges.requestIds)];
  const surviving = {
    sales: markRepeats(sales, salesByRequest, repeated),
    charges: markRepeats(charges, chargesByRequest, repeated),
  };
  noteSales(sales, outcomes);
  noteCharges(charges, hasConfiguredUnit, outcomes);
  return { plain: { sales, salesByRequest, charges, chargesByRequest }, surviving };
}

/** Plain rows of all sources, indexed by request id. */
export type PlainRows = Readonly<ReturnType<typeof mergePlainRows>['plain']>;

/** Builds a test whether the columns contain a request. It marks the row as succeeded after a failed attempt. */
const buildConsumedTest =
  (logs: LogColumns, byRequest: IdIndex) =>
  (requestId: string, native: NativeObject, connector: Connector, kind: 'error' | 'tool'): boolean => {
    const { fields } = connector.log;
    const { user, model, gateway, flags } = logs.table.columns;
    const gatewayIndex = findConnectorIndex(connector);
    const [userId, name] = [
      tryReadField(native, fields.userId),
      tryReadField(native, fields.model) ?? 'unknown',
    ];
    let isConsumed = false;
    for (const row of byRequest.findRows(requestId)) {
      const isSame =
        gateway[row] === gatewayIndex &&
        (kind === 'tool' ||
          (logs.users.texts[user[row] as number] === userId &&
            logs.models.texts[model[row] as number] === name));
      if (!isSame) continue;
      if (kind === 'error') flags[row] = (flags[row] as number) | Flag.afterRetry;
      isConsumed = true;
    }
    return isConsumed;
  };

/**
 * Builds functions for the normalizer, which receives only the rows kept as objects. They test whether the rows kept in
 * columns contain the successful row of a request, and mark it as succeeded after a retry if a failed attempt asks.
 */
export const buildConsumedLookups = (plain: PlainRows): NonNullable<ExportContext['consumedElsewhere']> => ({
  logs: buildConsumedTest(plain.sales, plain.salesByRequest),
  upstreamCharges: buildConsumedTest(plain.charges, plain.chargesByRequest),
});
