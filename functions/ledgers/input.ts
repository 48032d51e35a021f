import * as v from 'valibot';
import { tryParseInstant } from '#shared/civil-time.ts';
import { DETAILS_MAX } from '#shared/limits.ts';
import { listBillFiles } from '#shared/pipeline/settings/bill-settings.ts';
import { settingsSchema } from '#shared/pipeline/settings/settings-file.ts';
import { type PriceSettings, pricesSchema, usesPublishedList } from '#shared/prices/price-settings.ts';
import { Rejection } from '#shared/rejections.ts';
import {
  type AcknowledgementRule,
  acknowledgementsSchema,
} from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { closedObject } from '#shared/schemas/closed.ts';
import { validate } from '#shared/schemas/read.ts';
import type { Deployment } from './deployment.ts';
import {
  isRelativePeriod,
  PLACEHOLDER,
  parseUtcOffset,
  relativePeriods,
  resolveRelativePeriod,
} from './relative-period.ts';

const { logs, upstream, payments, mapping, channels, prices, connector, ...entries } = settingsSchema.entries;
const { out: _out, status: _status, missing: _missing, ...runEntries } = entries;
const output = v.pipe(v.string('must be text'), v.endsWith('/', 'must end with /'));

/** Input of an execution: the settings of the month command, with keys of objects instead of files. */
const inputSchema = closedObject({
  ...runEntries,
  channels,
  prices,
  mapping,
  payments,
  upstreamCharges: upstream,
  output,
  connector: connector.wrapped,
  logs: logs.wrapped,
  /** Reads truncated objects as far as they go, instead of refusing them. */
  partial: v.exactOptional(v.boolean('must be true or false')),
});
/** Checked input of an execution. */
export type LedgerInput = v.InferOutput<typeof inputSchema>;

const inputRejection = (details: readonly string[]): Rejection =>
  new Rejection('invalid_request', 'The input of the execution is not valid.', details);

/** Parses a value by a schema. The Rejection names each invalid field, without its value. */
function parseOrRefuse<TSchema extends v.GenericSchema>(schema: TSchema, value: unknown, name: string) {
  const result = validate(schema, value);
  if ('output' in result) return result.output;
  const sentences = result.problems.map(({ path, sentence }) => `${path || name}: ${sentence.en}`);
  throw inputRejection([...new Set(sentences)].slice(0, DETAILS_MAX));
}

/**
 * Parses the prices at which the operator buys models: the value of `prices`, or the content of the object that it
 * names.
 * @throws Rejection if they are invalid, or use a published price list, which the workflow does not have
 */
export function parsePrices(prices: unknown): PriceSettings {
  const settings = parseOrRefuse(pricesSchema, prices, 'prices');
  if (!usesPublishedList(settings)) return settings;
  throw inputRejection([
    'prices: uses a published price list, which only the month command can read. Run npm run -s month -- --settings month.json --show-prices --json, and use its output here',
  ]);
}

/**
 * Parses the causes that the operator has marked as known: the value of `known`, or the content of the object that it
 * names. Returns no rules for undefined, and throws a Rejection if it is invalid.
 */
export const parseAcknowledgements = (known: unknown): readonly AcknowledgementRule[] =>
  known === undefined ? [] : parseOrRefuse(acknowledgementsSchema, known, 'known').known;

/**
 * Parses the input of an execution and checks that all object keys begin with the prefixes of the deployment. The
 * Rejection names each invalid field, without its value.
 */
export function readInput(input: unknown, { inputPrefix, outputPrefix }: Deployment): LedgerInput {
  const parsed = parseOrRefuse(inputSchema, input, 'input');
  const { logs, upstreamCharges, payments, channels, prices, known, mapping = {} } = parsed;
  const keysByField = {
    logs,
    upstreamCharges,
    payments,
    channels,
    ...(typeof prices === 'string' && { prices }),
    ...(typeof known === 'string' && { known }),
    ...Object.fromEntries(Object.entries(mapping).map(([table, key]) => [`mapping.${table}`, key])),
  };
  const inputKeys = Object.entries(keysByField).flatMap(([name, keys = []]) =>
    listBillFiles(keys).map(({ file }): [string, string] => [name, file]),
  );
  const allKeys = [...inputKeys, ['output', parsed.output] as const];
  const unfilled = allKeys.filter(([, key]) => PLACEHOLDER.test(key));
  if (unfilled.length > 0)
    throw inputRejection(
      unfilled.map(
        ([name]) =>
          `${name}: contains a placeholder without a value: {yyyy} and {mm} need a relative period, {dd} needs the period "yesterday"`,
      ),
    );
  const outside = inputKeys.filter(([, key]) => !key.startsWith(inputPrefix));
  if (outside.length > 0)
    throw inputRejection(
      outside.map(([name]) => `${name}: must begin with ${inputPrefix} (setting ledgerInput)`),
    );
  if (!parsed.output.startsWith(outputPrefix))
    throw inputRejection([`output: must begin with ${outputPrefix} (setting ledgerOutput)`]);
  return parsed;
}

/**
 * Replaces a relative period of an input, such as `previous-month`, by its start and end, relative to the input's `at`
 * or else to the start of the execution (ISO 8601). Also fills placeholders in keys, such as `{yyyy}`. Any other input
 * stays unchanged. Throws a Rejection if `at` or `utcOffset` is invalid.
 */
export function resolvePeriod(input: unknown, startedAt: string): unknown {
  const { period, at = startedAt, utcOffset = '+00:00', ...rest } = (input ?? {}) as Record<string, unknown>;
  if (!isRelativePeriod(period)) return input;
  const atMs = typeof at === 'string' ? tryParseInstant(at) : undefined;
  const offsetMs = parseUtcOffset(utcOffset);
  if (atMs === undefined) throw inputRejection(['at: must be a time such as 2026-11-01T03:00:00Z']);
  if (offsetMs === undefined) throw inputRejection(['utcOffset: must be an offset such as +08:00']);
  return resolveRelativePeriod(period, atMs, offsetMs, rest);
}

/** Checks the input of scheduled executions like `readInput`. Its period must be relative, such as `previous-month`. */
export function checkScheduledInput(input: unknown, deployment: Deployment): void {
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>;
  if (!isRelativePeriod(fields.period))
    throw inputRejection([
      `period: must be one of ${Object.keys(relativePeriods).join(', ')}, because each scheduled run is for a different period`,
    ]);
  readInput(resolvePeriod({ ...fields, at: '2026-01-01T00:00:00Z' }, ''), deployment);
}
