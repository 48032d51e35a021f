import type { LogDialect, PriceTerms } from '../../connectors/connector.ts';
import type { Facts, Price, PriceFact, RequestFact, UnsaidFact } from '../../facts.ts';
import { glimpse } from '../fields/codecs.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { Native } from '../intake/native.ts';
import type { LogGroup } from './log-group.ts';
import type { LogRow } from './log-row.ts';
import { sentModelOf } from './purchase.ts';
import { isCharge } from './task-join.ts';

type Failed = NonNullable<RequestFact['failed']>[number];

/** The failed attempts of each request, by its own id: their rows name channel and upstream id, skipped or not. */
function failedAttempts({ classified, connector }: LogGroup): Map<string, Failed[]> {
  const { fields } = connector.log;
  const byRequest = new Map<string, Failed[]>();
  for (const { kind, native } of classified) {
    const requestId = kind === 'error' ? glimpse(native, fields.requestId) : undefined;
    if (requestId === undefined) continue;
    const channelId = glimpse(native, fields.channelId);
    const upstreamRequestId = glimpse(native, fields.upstreamRequestId);
    const attempts = byRequest.get(requestId) ?? [];
    byRequest.set(requestId, attempts);
    attempts.push({
      ...(channelId === undefined ? {} : { channelId }),
      ...(upstreamRequestId === undefined ? {} : { upstreamRequestId }),
    });
  }
  return byRequest;
}

function requestFact(row: LogRow, group: LogGroup, requestId: string, failed: Failed[] | undefined) {
  const keys = group.connector.log.snapshotKeys;
  const attempts = keys && row.snapshot?.within(keys.attempts.within)?.size(keys.attempts.key);
  const sentModel = sentModelOf(row, group.connector);
  if (!attempts && !failed && sentModel === undefined) return undefined;
  return {
    requestId,
    ...(attempts ? { attempts } : {}),
    ...(failed ? { failed } : {}),
    ...(sentModel === undefined ? {} : { sentModel }),
  };
}

/** A term that is missing, or not a number, says nothing. */
const terms = (price: Price): Price =>
  Object.fromEntries(Object.entries(price).filter(([, value]) => Number.isFinite(value)));

function priceOf(snapshot: Snapshot, keys: PriceTerms): Price {
  const call = keys.call === undefined ? Number.NaN : snapshot.ratio(keys.call);
  const input = snapshot.ratio(keys.input);
  const isSpecial = keys.special !== undefined && snapshot.ratio(keys.special) >= 0;
  const group = isSpecial ? Number.NaN : snapshot.ratio(keys.group);
  // Images of 2025-04 have a ratio beside the price, and were charged by it.
  return terms(
    call >= 0 && !(input > 0) ? { call, group } : { input, output: snapshot.ratio(keys.output), group },
  );
}

/** What the model cost when the request began; none where a price is made of other terms. */
function priceFact(row: LogRow, { connector }: LogGroup): PriceFact | undefined {
  const { priceTerms: keys } = connector.log;
  const { snapshot, native, model, occurredAt } = row;
  if (keys === undefined || snapshot === undefined || row.kind !== 'consume' || (row.quota ?? -1) < 0)
    return undefined;
  const path = keys.path && snapshot.text(keys.path.key);
  if (keys.unless.some((key) => snapshot.has(key)) || keys.path?.unless.some((part) => path?.includes(part)))
    return undefined;
  const price = priceOf(snapshot, keys);
  if (Object.keys(price).length === 0) return undefined;
  const name = keys.groupName.in === 'row' ? native[keys.groupName.key] : snapshot.text(keys.groupName.key);
  const took = glimpse(native, { at: [keys.duration.key], as: 'quota' }) ?? 0;
  const began = occurredAt - Math.max(0, took) * keys.duration.ms;
  return {
    model,
    ...(typeof name === 'string' && name !== '' ? { group: name } : {}),
    price,
    firstMs: began,
    lastMs: began,
  };
}

/** System rows from before rows had request ids may hold what tasks were refunded; and the tasks that were charged. */
function unsaidFact({ classified, rows, connector }: LogGroup): UnsaidFact | undefined {
  const { fields } = connector.log;
  const silent = classified.filter(
    ({ note, native }) => note?.note === 'hiddenRefunds' && glimpse(native, fields.requestId) === undefined,
  );
  const tasks = rows.filter((row) => row.snapshot !== undefined && isCharge(row, connector.log));
  const [first] = [...silent, ...tasks];
  if (first === undefined) return undefined;
  const userId = glimpse(first.native, fields.userId);
  return {
    ...(userId === undefined ? {} : { userId }),
    rows: silent.length,
    settledQuota: silent.reduce((sum, { native }) => sum + settledQuota(native, connector.log), 0),
    models: [...new Set(tasks.map(({ model }) => model))],
  };
}

/** What a reader kept of the text of a system row, beside the price snapshot. */
function settledQuota(native: Native, { fields }: LogDialect): number {
  const settled = glimpse(native, fields.snapshot)?.settled_quota;
  return typeof settled === 'number' && Number.isSafeInteger(settled) ? settled : 0;
}

const present = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

/**
 * What the rows of one user and model say beside their records.
 * @param nameOf the request id under which a row stands in the output
 */
export function groupFacts(group: LogGroup, nameOf: ReadonlyMap<LogRow, string>): Facts {
  const failed = failedAttempts(group);
  return {
    requests: [...nameOf].flatMap(([row, name]) =>
      present(requestFact(row, group, name, failed.get(row.requestId ?? ''))),
    ),
    prices: group.rows.flatMap((row) => present(priceFact(row, group))),
    unsaid: present(unsaidFact(group)),
  };
}
