import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { connectorIds } from '#shared/connectors/registry.ts';
import { instantOf } from '#shared/instant.ts';
import { LANGUAGES } from '#shared/language.ts';
import { MonthProblem } from './month-problem.ts';

const files = v.union([v.pipe(v.string(), v.minLength(1)), v.array(v.pipe(v.string(), v.minLength(1)))]);
const instant = v.pipe(
  v.string(),
  v.check((text) => instantOf(text) !== undefined, 'must be a date-time with an offset'),
);

/** The settings file: every option by its name. */
export const settingsSchema = v.strictObject({
  connector: v.exactOptional(v.picklist(connectorIds, `must be one of ${connectorIds.join(', ')}`)),
  quotaPerUnit: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.finite())),
  currency: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/, 'must be a currency such as USD'))),
  period: v.exactOptional(
    v.union([
      v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')),
      v.strictObject({ start: v.exactOptional(instant), end: v.exactOptional(instant) }),
    ]),
  ),
  logs: v.exactOptional(files),
  upstream: v.exactOptional(files),
  payments: v.exactOptional(files),
  channels: v.exactOptional(v.pipe(v.string(), v.minLength(1))),
  mapping: v.exactOptional(v.record(v.string(), v.string())),
  out: v.exactOptional(v.string()),
  rejectedShare: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  /** Lists that the reader could not have, and why, in each language. */
  missing: v.exactOptional(v.strictObject({ payments: v.object(v.entriesFromList(LANGUAGES, v.string())) })),
  language: v.exactOptional(v.picklist(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`)),
});
export type SettingsFile = v.InferOutput<typeof settingsSchema>;

/** One text or several, as several. */
export const list = (value: string | string[] | undefined): string[] | undefined =>
  typeof value === 'string' ? [value] : value;

/** Paths of a settings file are relative to it, so that it may be run from anywhere. */
function anchored(settings: SettingsFile, folder: string): SettingsFile {
  const at = (path: string) => resolve(folder, path);
  const all = (paths: SettingsFile['logs']) => list(paths)?.map(at);
  const { logs, upstream, payments, channels, out, mapping } = settings;
  return {
    ...settings,
    ...(logs !== undefined && { logs: all(logs) ?? [] }),
    ...(upstream !== undefined && { upstream: all(upstream) ?? [] }),
    ...(payments !== undefined && { payments: all(payments) ?? [] }),
    ...(channels !== undefined && { channels: at(channels) }),
    ...(out !== undefined && { out: at(out) }),
    ...(mapping && {
      mapping: Object.fromEntries(Object.entries(mapping).map(([file, rules]) => [at(file), at(rules)])),
    }),
  };
}

/**
 * The settings of a file, with paths that hold from anywhere.
 * @throws MonthProblem for the first mistake
 */
export function settingsFile(file: string): SettingsFile {
  if (!existsSync(file)) throw new MonthProblem(`--settings: there is no file ${file}.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new MonthProblem(`--settings: ${file} is not JSON.`);
  }
  const { success, issues, output } = v.safeParse(settingsSchema, content);
  if (success) return anchored(output, dirname(file));
  const [issue] = issues;
  const path = v.getDotPath(issue) ?? '';
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  throw new MonthProblem(
    isUnknown
      ? `${file}: there is no setting ${path}. The settings are ${Object.keys(settingsSchema.entries).join(', ')}.`
      : `${file}: ${path} ${issue.message}.`,
  );
}
