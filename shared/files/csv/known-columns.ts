import { bills, mappedReports, unreadReports, usageReports } from '../../bills/registry.ts';
import { connectors } from '../../gateways/registry.ts';

/** Columns by which a report is recognized. */
const REPORT_MARKS = [...bills, ...usageReports, ...unreadReports, ...mappedReports].flatMap(
  ({ signatures }) => signatures,
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
  ...REPORT_MARKS.flat(),
]);

/** Whether names are the columns of a report that is recognized by them. */
export const isReportHeader = (columns: readonly string[]): boolean =>
  REPORT_MARKS.some((keys) => keys.every((key) => columns.includes(key)));

/** A number, a time, or what a database writes for no value. */
const VALUE = /^(?:[+-]?\d[\d.,:/ TZ+-]*|\\N|NULL)$/;

/** Whether a first line is a row: it has a value that no column is named, and no name of a known column. */
export const isRowWithoutHeader = (cells: readonly string[]): boolean =>
  cells.some((cell) => VALUE.test(cell)) && !cells.some((cell) => KNOWN_COLUMNS.has(cell));
