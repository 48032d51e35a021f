import { connectors } from '../../connectors/registry.ts';
import type { PerUnit } from '../../normalizer/fields/per-unit.ts';
import type { DownstreamRecord, Tokens, UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';

/** The token counts of a plain row; `undefined` where it has none. */
function tokensOf({ table: { columns } }: LogColumns, row: number): Tokens | undefined {
  const flags = columns.flags[row] as number;
  const tokens: Tokens = {};
  if ((flags & Flag.input) !== 0) tokens.input = columns.input[row] as number;
  if ((flags & Flag.output) !== 0) tokens.output = columns.output[row] as number;
  for (const kind of ['cacheRead', 'cacheWrite', 'reasoning', 'media'] as const) {
    const count = columns[kind][row] as number;
    if (count > 0) tokens[kind] = count;
  }
  for (const _ in tokens) return tokens;
  return undefined;
}

/** A plain sale as the record that the normalizer makes of such a row. */
export function saleRecord(sales: LogColumns, row: number, per: PerUnit): DownstreamRecord {
  const { columns } = sales.table;
  const [userId, tokenId] = [
    sales.users.texts[columns.user[row] as number],
    sales.tokens.texts[columns.token[row] as number],
  ];
  const channelId = sales.channels.texts[columns.channel[row] as number];
  const tokens = tokensOf(sales, row);
  const isPriced = ((columns.flags[row] as number) & Flag.priced) !== 0;
  return {
    requestId: sales.requestIds.text(row) ?? '',
    occurredAt: new Date(columns.time[row] as number).toISOString(),
    ...(userId !== undefined && { userId }),
    ...(tokenId !== undefined && { tokenId }),
    model: sales.models.texts[columns.model[row] as number] ?? '',
    ...(channelId !== undefined && { channelId }),
    status: 'success',
    chargedAmount: per.amount(columns.quota[row] as number),
    ...(isPriced && { expectedCharge: per.amount(columns.expected[row] as number) }),
    ...(tokens && { tokens }),
  };
}

/**
 * A plain charge as the record that the normalizer makes of such a row.
 * @param requestId of the local request
 * @param isIdentified whether the gateway's numbers identify its rows
 */
export function chargeRecord(
  charges: LogColumns,
  row: number,
  per: PerUnit,
  requestId: string | undefined,
  isIdentified: boolean,
): UpstreamRecord {
  const { columns } = charges.table;
  const tokens = tokensOf(charges, row);
  return {
    ...(requestId !== undefined && { requestId }),
    upstreamId: upstreamIdOf(charges, row, isIdentified),
    occurredAt: new Date(columns.time[row] as number).toISOString(),
    model: charges.models.texts[columns.model[row] as number] ?? '',
    status: 'success',
    costAmount: per.amount(columns.quota[row] as number),
    ...(tokens && { tokens }),
  };
}

/** What the normalizer calls a row of the upstream: its number where it names rows, else its request. */
export function upstreamIdOf({ table, requestIds }: LogColumns, row: number, isIdentified: boolean): string {
  const { gateway, rowId } = table.columns;
  const { id = '' } = connectors[gateway[row] as number] ?? {};
  return `${id}:${isIdentified ? rowId[row] : requestIds.text(row)}`;
}
