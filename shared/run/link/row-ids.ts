import { connectors } from '../../connectors/registry.ts';
import { type RowIds, rowIdsFrom } from '../../normalizer/survey/row-ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';

function* numbered(
  { length, table }: LogColumns,
  of: number,
): Generator<readonly [id: number, time: number]> {
  const { rowId, time, gateway, flags } = table.columns;
  for (let row = 0; row < length; row++) {
    const flag = flags[row] as number;
    if (gateway[row] !== of || (flag & Flag.repeated) !== 0) continue;
    yield [(flag & Flag.renumbered) === 0 ? (rowId[row] as number) : 0, time[row] as number];
  }
}

/** What the numbers of plain rows tell, by the gateway that wrote them. */
export function rowIdsByGateway(logs: LogColumns): [connector: string, RowIds][] {
  const gateways = new Set(logs.table.columns.gateway.subarray(0, logs.length));
  return [...gateways].map((number) => [connectors[number]?.id ?? '', rowIdsFrom(numbered(logs, number))]);
}
