import type { Connector } from '../../connectors/connector.ts';
import type { Purchase } from '../../facts.ts';
import { decimal, wholeHalfAway } from '../../money.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { LogRow } from './log-row.ts';

/** The model that the operator's mapping asked of the provider, where it is another than the one sold. */
export function sentModelOf({ model, snapshot }: LogRow, { log }: Connector): string | undefined {
  const mapping = log.snapshotKeys?.mapping;
  const sent = mapping && snapshot?.flag(mapping.flag) ? snapshot.text(mapping.to) : '';
  return sent === '' || sent === model ? undefined : sent;
}

/** How many times the price of a call, for the customer's group, a charge is: a whole number, to the rounding of quota. */
function callsOf(quota: number, snapshot: Snapshot, log: Connector['log'], quotaPerUnit: number): number {
  const { priceTerms: terms } = log;
  if (terms?.call === undefined || snapshot.ratio(terms.input) > 0) return 1;
  const [price, group] = [snapshot.ratio(terms.call), snapshot.ratio(terms.group)];
  if (!(price > 0 && group > 0)) return 1;
  const one = decimal(price).times(group).times(quotaPerUnit);
  const calls = Math.round(quota / one.toNumber());
  return calls > 1 && wholeHalfAway(one.times(calls)).eq(quota) ? calls : 1;
}

/** What a row says of what was bought for it; nothing where all of it is as its record says. */
export function purchaseOf(
  row: LogRow,
  connector: Connector,
  quotaPerUnit: number | undefined,
): Purchase | undefined {
  const { snapshot, quota = 0 } = row;
  if (snapshot === undefined || row.kind !== 'consume') return undefined;
  const { log } = connector;
  const bought = sentModelOf(row, connector);
  const hour = log.tokens.cacheWrite?.hour;
  const cacheWrite1h = hour === undefined ? 0 : snapshot.count(hour);
  const groupRatio = log.priceTerms === undefined ? Number.NaN : snapshot.ratio(log.priceTerms.group);
  const calls = quotaPerUnit === undefined ? 1 : callsOf(quota, snapshot, log, quotaPerUnit);
  return {
    ...(bought === undefined ? {} : { bought }),
    ...(cacheWrite1h > 0 ? { cacheWrite1h } : {}),
    ...(groupRatio >= 0 && groupRatio !== 1 ? { groupRatio } : {}),
    ...(calls > 1 ? { calls } : {}),
  };
}
