import * as v from 'valibot';
import { tryParseInstant } from '#shared/instant.ts';
import { DETAILS_MAX } from '#shared/limits.ts';
import { billOf, settingsSchema } from '#shared/pipeline/settings/stated-settings.ts';
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
  resolveAt,
} from './relative-period.ts';

const { logs, upstream, payments, mapping, channels, prices, connector, ...entries } = settingsSchema.entries;
const { out: _out, status: _status, missing: _missing, ...stated } = entries;
const output = v.pipe(v.string('must be text'), v.endsWith('/', 'must end with /'));

/**
 * What an execution of the ledger workflow is started with: the settings of a run, as a file of the month command
 * states them, with keys and prefixes in place of files.
 */
const inputSchema = closedObject({
  ...stated,
  channels,
  prices,
  mapping,
  payments,
  upstreamCharges: upstream,
  output,
  connector: connector.wrapped,
  logs: logs.wrapped,
  /** Objects that break off are read as far as they go. */
  partial: v.exactOptional(v.boolean('must be true or false')),
});
export type LedgerInput = v.InferOutput<typeof inputSchema>;

const refuseInput = (details: readonly string[]): Rejection =>
  new Rejection('invalid_request', 'The input of the execution is not valid.', details);

/** @throws Rejection that names each field that is wrong, and repeats none */
function parseOrRefuse<TSchema extends v.GenericSchema>(schema: TSchema, value: unknown, name: string) {
  const result = validate(schema, value);
  if ('output' in result) return result.output;
  const sentences = result.problems.map(({ path, sentence }) => `${path || name}: ${sentence.en}`);
  throw refuseInput([...new Set(sentences)].slice(0, DETAILS_MAX));
}

/**
 * The purchase prices of an input, or of the object that it names.
 * @throws Rejection where they are not valid, or rest on a list that the workflow does not have
 */
export function parsePrices(prices: unknown): PriceSettings {
  const stated = parseOrRefuse(pricesSchema, prices, 'prices');
  if (!usesPublishedList(stated)) return stated;
  throw refuseInput([
    'prices: rest on a published list, which npm run month has; with --show-prices --json it states them for this file',
  ]);
}

/**
 * What the operator knows, as the input states it or the object that it names.
 * @throws Rejection where it is not valid
 */
export const parseAcknowledgements = (known: unknown): readonly AcknowledgementRule[] =>
  known === undefined ? [] : parseOrRefuse(acknowledgementsSchema, known, 'known').known;

/**
 * The input of an execution, whose keys all stand below the prefixes of the deployment.
 * @throws Rejection that names each field that is wrong, and repeats none
 */
export function readInput(
  input: unknown,
  { inputPrefix, outputPrefix }: Pick<Deployment, 'inputPrefix' | 'outputPrefix'>,
): LedgerInput {
  const given = parseOrRefuse(inputSchema, input, 'input');
  const { logs, upstreamCharges, payments, channels, prices, known, mapping = {} } = given;
  const named = {
    logs,
    upstreamCharges,
    payments,
    channels,
    ...(typeof prices === 'string' && { prices }),
    ...(typeof known === 'string' && { known }),
    ...Object.fromEntries(Object.entries(mapping).map(([table, at]) => [`mapping.${table}`, at])),
  };
  const read = Object.entries(named).flatMap(([name, at = []]) =>
    [at].flat().map((one): [string, string] => [name, billOf(one).file]),
  );
  const unfilled = [...read, ['output', given.output] as const].filter(([, at]) => PLACEHOLDER.test(at));
  if (unfilled.length > 0)
    throw refuseInput(unfilled.map(([name]) => `${name}: has a placeholder that its period does not fill`));
  const outside = read.filter(([, at]) => !at.startsWith(inputPrefix));
  if (outside.length > 0)
    throw refuseInput(
      outside.map(([name]) => `${name}: must begin with ${inputPrefix}, the setting ledgerInput`),
    );
  if (!given.output.startsWith(outputPrefix))
    throw refuseInput([`output: must begin with ${outputPrefix}, the setting ledgerOutput`]);
  return given;
}

/**
 * Resolves the period of an input if it is a relative one, at the input's own time or at the execution's start.
 * @throws Rejection if time or zone are not valid
 */
export function resolvePeriod(input: unknown, startedAt: string): unknown {
  const { period, at = startedAt, utcOffset = '+00:00', ...rest } = (input ?? {}) as Record<string, unknown>;
  if (!isRelativePeriod(period)) return input;
  const atMs = typeof at === 'string' ? tryParseInstant(at) : undefined;
  const offsetMs = parseUtcOffset(utcOffset);
  if (atMs === undefined) throw refuseInput(['at: must be a time such as 2026-11-01T03:00:00Z']);
  if (offsetMs === undefined) throw refuseInput(['utcOffset: must be an offset such as +08:00']);
  return resolveAt(period, atMs, offsetMs, rest);
}

/**
 * Checks the input of executions that a schedule starts, before there is a time.
 * @throws Rejection as `readInput`
 */
export function checkScheduledInput(
  input: unknown,
  deployment: Pick<Deployment, 'inputPrefix' | 'outputPrefix'>,
): void {
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>;
  if (!isRelativePeriod(fields.period))
    throw refuseInput([
      `period: must be one of ${Object.keys(relativePeriods).join(', ')}: a schedule has no fixed one`,
    ]);
  readInput(resolvePeriod({ ...fields, at: '2026-01-01T00:00:00Z' }, ''), deployment);
}
