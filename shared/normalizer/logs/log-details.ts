import type { Connector, LogDialect, PriceTerms } from '../../gateways/connector.ts';
import type { LogFacts, ObservedPrice, Purchase, RequestDetails, TextOnlyMoney } from '../../log-facts.ts';
import { roundHalfAway, toDecimal } from '../../money/money.ts';
import { tryReadField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { NativeObject } from '../intake/native.ts';
import type { LogGroup } from './log-group.ts';
import type { LogRow } from './log-row.ts';
import { isAdjustableCharge } from './task-join.ts';

/** Returns the model that the gateway requested from the provider, if the channel's mapping replaced the model sold. */
export function findModelSent({ model, snapshot }: LogRow, { log }: Connector): string | undefined {
  const mapping = log.snapshotKeys?.mapping;
  const sent = mapping && snapshot?.flag(mapping.flag) ? snapshot.text(mapping.to) : '';
  return sent === '' || sent === model ? undefined : sent;
}

/** Returns how many calls a charge covers: its multiple of the price per call, or 1 if it is not a multiple. */
function countCalls(quota: number, snapshot: Snapshot, log: Connector['log'], quotaPerUnit: number): number {
  const { priceTerms: terms } = log;
  if (terms?.call === undefined || snapshot.ratio(terms.input) > 0) return 1;
  const [price, group] = [snapshot.ratio(terms.call), snapshot.ratio(terms.group)];
  if (!(price > 0 && group > 0)) return 1;
  const callQuota = toDecimal(price).times(group).times(quotaPerUnit);
  const calls = Math.round(quota / callQuota.toNumber());
  return calls > 1 && roundHalfAway(callQuota.times(calls)).eq(quota) ? calls : 1;
}

/**
 * Reads what a request's cost depends on besides token counts: the model requested from the provider, tokens written to
 * the
 * one-hour cache, the ratio of the customer's group, and the number of calls, unless `quotaPerUnit` is unknown. Usual
 * values (the model sold, 0, 1, 1) are absent. Returns `undefined` for rows without a price snapshot or not of charges.
 */
export function readPurchase(
  row: LogRow,
  connector: Connector,
  quotaPerUnit: number | undefined,
): Purchase | undefined {
  const { snapshot, quota = 0 } = row;
  if (snapshot === undefined || row.kind !== 'consume') return undefined;
  const { log } = connector;
  const hour = log.tokens.cacheWrite?.hour;
  const cacheWrite1h = hour === undefined ? 0 : snapshot.count(hour);
  const groupRatio = log.priceTerms === undefined ? Number.NaN : snapshot.ratio(log.priceTerms.group);
  const calls = quotaPerUnit === undefined ? 1 : countCalls(quota, snapshot, log, quotaPerUnit);
  return omitUndefined({
    bought: findModelSent(row, connector),
    cacheWrite1h: cacheWrite1h > 0 ? cacheWrite1h : undefined,
    groupRatio: groupRatio >= 0 && groupRatio !== 1 ? groupRatio : undefined,
    calls: calls > 1 ? calls : undefined,
  });
}

/** Largest count of attempts, which fits into a byte. No gateway makes so many. */
const ATTEMPTS_MAX = 255;

/** Returns how many attempts a request took, at most 255; 0 if the row does not list them. */
export function countAttempts({ snapshot }: LogRow, { log: { snapshotKeys: keys } }: Connector): number {
  const attempts = keys && snapshot?.child(keys.attempts.within)?.native[keys.attempts.key];
  return Array.isArray(attempts) ? Math.min(attempts.length, ATTEMPTS_MAX) : 0;
}

/** Reads details that records have no field for: attempts, model requested if not the model sold, seconds, if any. */
export function readRequestDetails(row: LogRow, connector: Connector): RequestDetails | undefined {
  const details = omitUndefined({
    attempts: countAttempts(row, connector) || undefined,
    bought: findModelSent(row, connector),
    seconds: readDuration(row, connector) || undefined,
  });
  return Object.keys(details).length > 0 ? details : undefined;
}

function readPriceTerms(snapshot: Snapshot, keys: PriceTerms): ObservedPrice['price'] {
  const call = keys.call === undefined ? Number.NaN : snapshot.ratio(keys.call);
  const input = snapshot.ratio(keys.input);
  const isSpecial = keys.special !== undefined && snapshot.ratio(keys.special) >= 0;
  const group = isSpecial ? Number.NaN : snapshot.ratio(keys.group);
  // Log rows of image requests from April 2025 have both ratio and price; the gateway charged them by the ratio.
  const isByCall = call >= 0 && !(input > 0);
  const output = snapshot.ratio(keys.output);
  const price: { input?: number; output?: number; call?: number; group?: number } = {};
  if (isByCall) price.call = call;
  if (!isByCall && Number.isFinite(input)) price.input = input;
  if (!isByCall && Number.isFinite(output)) price.output = output;
  if (Number.isFinite(group)) price.group = group;
  return price;
}

/** Longest duration, which fits into two bytes. No request takes so long. */
const SECONDS_MAX = 0xffff;

/** Reads the seconds of a request, at most 65,535; 0 if unknown. Logs have the end, but the price is of the start. */
export function readDuration({ native }: LogRow, { log }: Connector): number {
  if (log.priceTerms === undefined) return 0;
  const { key, ms } = log.priceTerms.duration;
  const took = tryReadField(native, { at: [key], as: 'quota' }) ?? 0;
  return Math.min(Math.max(0, Math.floor((took * ms) / 1000)), SECONDS_MAX);
}

/**
 * Reads the price of the model for the customer's group (ratios, or a price per call) from the price snapshot of a
 * charge. Returns `undefined` for other rows, and for prices with other terms, such as tiers.
 */
export function readPrice(row: LogRow, { log }: Connector): Omit<ObservedPrice, 'at'> | undefined {
  const { priceTerms: keys } = log;
  const { snapshot, native, model } = row;
  if (keys === undefined || snapshot === undefined || row.kind !== 'consume' || (row.quota ?? -1) < 0)
    return undefined;
  const path = keys.path && snapshot.text(keys.path.key);
  if (keys.unless.some((key) => snapshot.has(key)) || keys.path?.unless.some((part) => path?.includes(part)))
    return undefined;
  const price = readPriceTerms(snapshot, keys);
  if (Object.keys(price).length === 0) return undefined;
  const name = keys.groupName.in === 'row' ? native[keys.groupName.key] : snapshot.text(keys.groupName.key);
  return { model, ...(typeof name === 'string' && name !== '' ? { group: name } : {}), price };
}

/** Finds refunds of tasks that old versions logged only as text: system rows without a request id, and charged models. */
function findTextOnlyMoney({ classified, rows, connector }: LogGroup): TextOnlyMoney | undefined {
  const { fields } = connector.log;
  const silent = classified.filter(
    ({ note, native }) =>
      note?.note === 'hiddenRefunds' &&
      tryReadField(native, fields.requestId) === undefined &&
      readSettledQuota(native, connector.log) !== 0,
  );
  const tasks = rows.filter((row) => row.snapshot !== undefined && isAdjustableCharge(row, connector.log));
  const [first] = [...silent, ...tasks];
  if (first === undefined) return undefined;
  const amounts = silent.flatMap(({ native }) => readSettledQuota(native, connector.log) ?? []);
  return {
    ...omitUndefined({ userId: tryReadField(first.native, fields.userId) }),
    rows: silent.length,
    settledQuota: amounts.reduce((sum, quota) => sum + quota, 0),
    movedQuota: amounts.reduce((sum, quota) => sum + Math.abs(quota), 0),
    unknownRows: silent.length - amounts.length,
    models: [...new Set(tasks.map(({ model }) => model))],
  };
}

/** Reads the settlement that `withQuotaFromText` found in a system row, in quota units; 0 if the row settles nothing. */
function readSettledQuota(row: NativeObject, { fields }: LogDialect): number | undefined {
  const settled = tryReadField(row, fields.snapshot)?.settled_quota;
  return typeof settled === 'number' && Number.isSafeInteger(settled) ? settled : undefined;
}

/** Collects what records have no field for: prices of requests, and refunds that are only in texts. */
export const collectFacts = (group: LogGroup): LogFacts => ({
  prices: group.rows.flatMap((row) => {
    const price = readPrice(row, group.connector);
    return price ? [{ ...price, at: row.occurredAt - readDuration(row, group.connector) * 1000 }] : [];
  }),
  textOnlyMoney: [findTextOnlyMoney(group) ?? []].flat(),
});
