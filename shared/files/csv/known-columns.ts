import { bills, mappedReports, unreadReports, usageReports } from '../../bills/registry.ts';
import { narrowBrackets } from '../../bills/vocabulary.ts';
import { connectors } from '../../gateways/registry.ts';

/** Sets of columns by which bills and other reports are recognized. */
const REPORT_SIGNATURES = [...bills, ...usageReports, ...unreadReports, ...mappedReports].flatMap(
  ({ signatures }) => signatures.map((keys) => keys.map(narrowBrackets)),
);

/** Columns of the logs and payments of all gateways, and those that reports are recognized by. */
const KNOWN_COLUMNS: ReadonlySet<string> = new Set([
  ...connectors.flatMap(({ log, payments }) =>
    [log.fields, payments?.fields ?? {}].flatMap((fields) =>
      (Object.values(fields) as readonly ({ readonly at: readonly string[] } | undefined)[]).flatMap(
        (field) => field?.at ?? [],
      ),
    ),
  ),
  ...REPORT_SIGNATURES.flat(),
]);

/** Whether the columns include those of a known bill, usage report or payment report, also of one that is not read. */
export function isReportHeader(columns: readonly string[]): boolean {
  const names = columns.map(narrowBrackets);
  return REPORT_SIGNATURES.some((keys) => keys.every((key) => names.includes(key)));
}

/** Matches a number, a time, or the text that a database writes for no value. */
const VALUE = /^(?:[+-]?\d[\d.,:/ TZ+-]*|\\N|NULL)$/;

/** Whether the first line of a table is a row: a cell is a number or a time, and no cell is a known column name. */
export const isRowWithoutHeader = (cells: readonly string[]): boolean =>
  cells.some((cell) => VALUE.test(cell)) && !cells.some((cell) => KNOWN_COLUMNS.has(cell));
