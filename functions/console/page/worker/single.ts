import type * as v from 'valibot';
import {
  isSettings,
  type StatedSettings,
  statedSettings,
} from '#shared/pipeline/settings/stated-settings.ts';
import { statusUnit } from '#shared/pipeline/settings/status.ts';
import { pricesSchema } from '#shared/prices/price-settings.ts';
import { Rejection } from '#shared/rejections.ts';
import { acknowledgementsSchema } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { titlesOf } from '#shared/report/build/translations.ts';
import { earlierOf } from '#shared/report/view/earlier.ts';
import { validate } from '#shared/schemas/read.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { prefixPlace, type Sentence } from '#shared/sentence.ts';
import { isRules } from '../rules.ts';
import type { Recognition } from './protocol.ts';

/** Largest file that may be a single value: a status, settings, prices, a report. */
const BYTES_MAX = 32_000_000;
/** So much tells whether a file is one. */
const HEAD_BYTES = 64;

type Known = Partial<Recognition> & Pick<Recognition, 'role'>;

const refused = (file: string, mistakes: readonly Sentence[]): Rejection =>
  new Rejection(
    'invalid_request',
    { en: 'A file states something that it cannot.', zh: '文件中有无法使用的设置。' },
    mistakes.map((mistake) => prefixPlace(file, mistake)),
  );

const has = (value: object, ...keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(value, key));

const isPrices = (value: { readonly models?: unknown }): boolean =>
  (has(value, 'list') || Array.isArray(value.models)) && !has(value, 'id', 'data', 'connector');

function settingsIn(value: object, file: string): StatedSettings {
  const stated = statedSettings(value);
  if ('mistakes' in stated) throw refused(file, stated.mistakes);
  return stated.output;
}

/** What a schema makes of a file that it is meant for. */
function checked<TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: object,
  file: string,
): v.InferOutput<TSchema> {
  const result = validate(schema, value);
  if ('output' in result) return result.output;
  const mistakes = result.problems.map(({ path, sentence }) => prefixPlace(path || '{}', sentence));
  throw refused(file, mistakes);
}

function knownOf(value: object, file: string): Known | undefined {
  if (isRules(value)) return { role: 'rules', rules: value };
  if (has(value, 'completeness') && has(value, 'summary'))
    return { role: 'earlier', earlier: earlierOf(value as ReconciliationReport, titlesOf) };
  if (Array.isArray((value as { known?: unknown }).known)) {
    const { known } = checked(acknowledgementsSchema, value, file);
    return { role: 'known', known, rows: known.length };
  }
  const quotaPerUnit = statusUnit(value);
  if (quotaPerUnit !== undefined) return { role: 'status', settings: { quotaPerUnit } };
  if (isSettings(value)) return { role: 'settings', settings: settingsIn(value, file) };
  return isPrices(value)
    ? { role: 'prices', settings: { prices: checked(pricesSchema, value, file) } }
    : undefined;
}

/**
 * What is no list of rows: a gateway's status, settings and rules of the month command, prices, a report.
 * @throws Rejection for a mistake in it
 */
export async function singleOf(file: File): Promise<Known | undefined> {
  if (file.size > BYTES_MAX) return undefined;
  const head = await file.slice(0, HEAD_BYTES).text();
  if (!/^\uFEFF?\s*\{/.test(head)) return undefined;
  const text = await file.text();
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  return knownOf(value as object, file.name);
}
