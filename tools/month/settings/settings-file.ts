import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { type StatedSettings, statedSettings } from '#shared/run/settings/stated-settings.ts';
import { placed } from '#shared/sentence.ts';
import { MonthProblem } from '../month-problem.ts';
import { jsonAt } from '../places.ts';
import { s3Place } from '../s3/s3-place.ts';

/** One text or several, as several. */
export const list = (value: string | string[] | undefined): string[] | undefined =>
  typeof value === 'string' ? [value] : value;

/** A path that holds from anywhere. @param folder that it is relative to, which may be in a bucket */
export function anchoredAt(path: string, folder = '.'): string {
  if (s3Place(path)) return path;
  return s3Place(folder) && !isAbsolute(path) ? `${folder}/${path}` : resolve(folder, path);
}

/** Paths of a settings file are relative to it, so that it may be run from anywhere. */
function anchored(settings: StatedSettings, folder: string): StatedSettings {
  const at = (path: string) => anchoredAt(path, folder);
  const { logs, upstream, payments, channels, status, out, mapping, prices, known } = settings;
  return {
    ...settings,
    ...(logs !== undefined && { logs: [logs].flat().map(at) }),
    ...(upstream !== undefined && {
      upstream: [upstream]
        .flat()
        .map((bill) => (typeof bill === 'string' ? at(bill) : { ...bill, file: at(bill.file) })),
    }),
    ...(payments !== undefined && { payments: [payments].flat().map(at) }),
    ...(channels !== undefined && { channels: at(channels) }),
    ...(typeof prices === 'string' && { prices: at(prices) }),
    ...(typeof known === 'string' && { known: at(known) }),
    ...(status !== undefined && { status: at(status) }),
    // An empty name is refused where the folder is, and names no folder until then.
    ...(out !== undefined && { out: out === '' ? out : at(out) }),
    ...(mapping && {
      // A bare name means the file beside the settings, else the one of that name among those that are read.
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([file, rules]) => [
          file === basename(file) && !existsSync(at(file)) ? file : at(file),
          at(rules),
        ]),
      ),
    }),
  };
}

/** The option that a setting is on the command line: `--quota-per-unit`. */
export const optionOf = (path: string): string =>
  `--${path.replace(/[.[].*/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * The settings of a file, with paths that hold from anywhere.
 * @throws MonthProblem for the first mistake
 */
export async function settingsFile(file: string): Promise<StatedSettings> {
  const result = statedSettings(await jsonAt('settings', file));
  if ('output' in result) return anchored(result.output, dirname(file));
  throw new MonthProblem(...result.mistakes.map((mistake) => placed(file, mistake)));
}
