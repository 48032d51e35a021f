import { RowOutcomes } from '#shared/normalizer/row-outcomes.ts';
import { IdIndex } from '#shared/pipeline/columns/ids.ts';
import type { LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { parseLogRows } from './text-columns.ts';

type Texts = 'request' | 'upstream' | 'user' | 'model' | 'channel' | 'purchase';
type Numbers = Exclude<keyof LogColumns['table']['columns'], Texts>;

/** A plain row: its ids and names, and the numbers that are not 0. */
export type PlainRow = { readonly [name in Texts]?: string } & { readonly [name in Numbers]?: number };

/** Builds the columns of a log from plain rows. */
export const buildLogColumns = (rows: readonly PlainRow[]): LogColumns =>
  parseLogRows(
    rows.map(({ request = '-', ...fields }) =>
      [
        request,
        ...Object.entries(fields).flatMap(([name, value]) => (!value ? [] : `${name}=${value}`)),
      ].join(' '),
    ),
  );

export const indexByRequest = (logs: LogColumns): IdIndex => new IdIndex(logs.requestIds);

/** Outcomes of rows that fail the test if a row is rejected. */
export const createStrictOutcomes = (): RowOutcomes => {
  const outcomes = new RowOutcomes();
  outcomes.reject = (_, reasons) => {
    throw new Error(JSON.stringify(reasons));
  };
  return outcomes;
};
