import { RowOutcomes } from '#shared/normalizer/row-outcomes.ts';
import { IdIndex } from '#shared/pipeline/columns/ids.ts';
import type { LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { parseLogRows as linesOf } from './text-columns.ts';

type Texts = 'request' | 'upstream' | 'user' | 'model' | 'channel' | 'purchase';
type Numbers = Exclude<keyof LogColumns['table']['columns'], Texts>;

/** A plain row in few words: what it names, and the numbers that it does not leave at 0. */
export type PlainRow = { readonly [name in Texts]?: string } & { readonly [name in Numbers]?: number };

/** Plain rows as their file was read. */
export const buildLogColumns = (rows: readonly PlainRow[]): LogColumns =>
  linesOf(
    rows.map(({ request = '-', ...said }) =>
      [request, ...Object.entries(said).flatMap(([name, value]) => (!value ? [] : `${name}=${value}`))].join(
        ' ',
      ),
    ),
  );

export const indexByRequest = (logs: LogColumns): IdIndex => new IdIndex(logs.requestIds);

/** An account of rows of which none can be wrong. */
export const createStrictOutcomes = (): RowOutcomes =>
  new RowOutcomes({
    reject: (_, reasons) => {
      throw new Error(JSON.stringify(reasons));
    },
  });
