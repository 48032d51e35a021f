import { connectorIds } from '#shared/connectors/registry.ts';
import type { Recognition } from './protocol.ts';

type FileSettings = NonNullable<Recognition['settings']>;

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;

const dayOf = (instant: unknown): string => MIDNIGHT.exec(String(instant))?.[1] ?? '';

function daysOf(period: unknown): Pick<FileSettings, 'from' | 'to'> {
  if (typeof period === 'string' && MONTH.test(period)) {
    const [year = 0, month = 1] = period.split('-').map(Number);
    const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    return { from: `${period}-01`, to: next };
  }
  const { start, end } = (period ?? {}) as { start?: unknown; end?: unknown };
  return { from: dayOf(start), to: dayOf(end) };
}

const isFileName = (value: unknown): boolean => typeof value === 'string';

/**
 * What a settings file of the month command says, as `npm run read` leaves it beside an export; undefined for
 * anything else, a payload of normalize among it.
 */
export function fileSettings(value: unknown): FileSettings | undefined {
  const { connector, logs, quotaPerUnit, currency, period } = (value ?? {}) as Record<string, unknown>;
  const isOne = connectorIds.some((id) => id === connector) && [logs].flat().every(isFileName);
  if (!isOne) return undefined;
  return {
    connector: String(connector),
    ...(typeof quotaPerUnit === 'number' && { quotaPerUnit: String(quotaPerUnit) }),
    ...(typeof currency === 'string' && { currency }),
    ...(period !== undefined && daysOf(period)),
  };
}
