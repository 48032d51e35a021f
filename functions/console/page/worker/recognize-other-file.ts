import type * as v from 'valibot';
import { isSettings, parseSettings, type SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import { readStatusUnit } from '#shared/pipeline/settings/status.ts';
import { pricesSchema, usesPublishedList } from '#shared/prices/price-settings.ts';
import { Rejection } from '#shared/rejections.ts';
import { acknowledgementsSchema } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { translateTitles } from '#shared/report/build/translations.ts';
import { extractReport } from '#shared/report/files/extract-report.ts';
import { readEarlierReport } from '#shared/report/view/read-earlier-report.ts';
import { validate } from '#shared/schemas/read.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { type Sentence, withPrefix } from '#shared/sentence.ts';
import { looksLikeRules } from '../mapping-rules.ts';
import type { Recognition } from './protocol.ts';

/** Largest file that is read as one JSON object: a status reply, settings, prices or a report. */
const BYTES_MAX = 32_000_000;
/** Bytes that show whether a file starts with an object. */
const HEAD_BYTES = 64;

type PartialRecognition = Partial<Recognition> & Pick<Recognition, 'role'>;

const rejectMistakes = (file: string, mistakes: readonly Sentence[]): Rejection =>
  new Rejection(
    'invalid_request',
    { en: 'A file contains an invalid setting.', zh: '文件中有无效的设置。' },
    mistakes.map((mistake) => withPrefix(file, mistake)),
  );

const has = (value: object, ...keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(value, key));

const isPrices = (value: { readonly models?: unknown }): boolean =>
  (has(value, 'list') || Array.isArray(value.models)) && !has(value, 'id', 'data', 'connector');

function parseSettingsFile(value: object, file: string): SettingsFile {
  const result = parseSettings(value);
  if ('mistakes' in result) throw rejectMistakes(file, result.mistakes);
  return result.output;
}

/** Parses the content of a file with a schema. */
function parseWithSchema<TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: object,
  file: string,
): v.InferOutput<TSchema> {
  const result = validate(schema, value);
  if ('output' in result) return result.output;
  const mistakes = result.problems.map(({ path, sentence }) => withPrefix(path || '{}', sentence));
  throw rejectMistakes(file, mistakes);
}

function recognizeObject(value: object, file: string): PartialRecognition | undefined {
  if (looksLikeRules(value)) return { role: 'rules', rules: value };
  if (has(value, 'completeness') && has(value, 'summary'))
    return { role: 'earlier', earlier: readEarlierReport(value as ReconciliationReport, translateTitles) };
  if (Array.isArray((value as { known?: unknown }).known)) {
    const { known } = parseWithSchema(acknowledgementsSchema, value, file);
    return { role: 'known', known };
  }
  const quotaPerUnit = readStatusUnit(value);
  if (quotaPerUnit !== undefined) return { role: 'status', settings: { quotaPerUnit } };
  if (isSettings(value)) {
    const settings = parseSettingsFile(value, file);
    const { prices } = settings;
    const needsPriceList = typeof prices === 'object' && usesPublishedList(prices);
    return { role: 'settings', settings, ...(needsPriceList && { needsPriceList }) };
  }
  return isPrices(value)
    ? { role: 'prices', settings: { prices: parseWithSchema(pricesSchema, value, file) } }
    : undefined;
}

/** Recognizes a saved report page by the report in it. */
function recognizeReportPage(html: string): PartialRecognition | undefined {
  const json = extractReport(html);
  try {
    const { report } = JSON.parse(json ?? '') as { readonly report: ReconciliationReport };
    return { role: 'earlier', earlier: readEarlierReport(report, translateTitles) };
  } catch {
    return undefined;
  }
}

/**
 * Recognizes a file that is not a list of rows: a gateway's status reply, settings or mapping rules of the month
 * command, prices, acknowledgements, or a report. Returns undefined for any other file.
 * @throws Rejection for a mistake in the file
 */
export async function recognizeOtherFile(file: File): Promise<PartialRecognition | undefined> {
  if (file.size > BYTES_MAX) return undefined;
  const head = await file.slice(0, HEAD_BYTES).text();
  if (/^\uFEFF?\s*<!doctype html/i.test(head)) return recognizeReportPage(await file.text());
  if (!/^\uFEFF?\s*\{/.test(head)) return undefined;
  const text = await file.text();
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  return recognizeObject(value as object, file.name);
}
