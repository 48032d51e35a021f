import { createReadStream } from 'node:fs';
import type { MonthSettings } from '../settings/settings.ts';
import { s3Place } from './places.ts';

const READ_BYTES = 256 * 1024;

/** The bytes of a file, or of an object. The SDK is loaded where there is a bucket. */
export function openPlace(place: string): AsyncIterable<Uint8Array> {
  const at = s3Place(place);
  if (at === undefined) return createReadStream(place, { highWaterMark: READ_BYTES });
  return (async function* () {
    yield* (await import('./buckets.ts')).readObject(at);
  })();
}

async function listed(option: string, patterns: readonly string[]): Promise<string[]> {
  const places = patterns.map(async (pattern) => {
    const at = s3Place(pattern);
    return at === undefined ? [pattern] : (await import('./buckets.ts')).objectsAt(option, at);
  });
  return (await Promise.all(places)).flat();
}

/** The same settings, with objects in the place of prefixes of buckets. */
export async function withObjects(settings: MonthSettings): Promise<MonthSettings> {
  const { logs, upstream, payments } = settings;
  const bills = upstream?.map(async ({ file, ...beside }) =>
    (await listed('upstream', [file])).map((place) => ({ ...beside, file: place })),
  );
  return {
    ...settings,
    logs: await listed('logs', logs),
    upstream: bills && (await Promise.all(bills)).flat(),
    payments: payments && (await listed('payments', payments)),
  };
}
