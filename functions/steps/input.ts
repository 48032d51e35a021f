import * as v from 'valibot';
import { connectorIds } from '#shared/connectors/registry.ts';
import { instantOf } from '#shared/instant.ts';
import { LANGUAGES } from '#shared/language.ts';
import { PARTS_MAX } from '#shared/ledger/size.ts';
import { DETAILS_MAX } from '#shared/limits.ts';
import { Rejection } from '#shared/rejections.ts';
import type { Deployment } from './deployment.ts';
import { isRelativePeriod, PLACEHOLDER, relativePeriods, UTC_OFFSET } from './relative-period.ts';

/** S3's own limit. */
const KEY_LENGTH_MAX = 1024;

const key = v.pipe(
  v.string('must be text'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(KEY_LENGTH_MAX, 'is too long'),
);
const instant = v.pipe(
  v.string('must be a date-time'),
  v.check((text) => instantOf(text) !== undefined, 'must be a date-time with an offset'),
);

/** What an execution of the ledger workflow is started with. */
const inputSchema = v.strictObject({
  connector: v.picklist(connectorIds, `must be one of ${connectorIds.join(', ')}`),
  quotaPerUnit: v.exactOptional(
    v.pipe(v.number('must be a number'), v.gtValue(0, 'must be above 0'), v.finite('must be finite')),
  ),
  currency: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/, 'must be a currency such as USD'))),
  period: v.exactOptional(
    v.strictObject(
      { start: v.exactOptional(instant), end: v.exactOptional(instant) },
      `must be an object with start and end, or one of ${Object.keys(relativePeriods).join(', ')}`,
    ),
  ),
  logs: key,
  upstreamCharges: v.exactOptional(key),
  payments: v.exactOptional(key),
  channels: v.exactOptional(key),
  /** Key of the mapping of each table that needs one, by the table's own key. */
  mapping: v.exactOptional(v.record(v.string(), key)),
  output: key,
  rejectedShare: v.exactOptional(v.pipe(v.number('must be a number'), v.minValue(0), v.maxValue(1))),
  language: v.exactOptional(v.picklist(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`)),
  /** How many parts the books are cut into; by their size where it is absent. */
  parts: v.exactOptional(
    v.pipe(v.number('must be a number'), v.integer(), v.minValue(1), v.maxValue(PARTS_MAX)),
  ),
});
export type LedgerInput = v.InferOutput<typeof inputSchema>;

const refusal = (details: readonly string[]): Rejection =>
  new Rejection('invalid_request', 'The input of the execution is not valid.', details);

/**
 * The input of an execution, whose keys all stand below the prefixes of the deployment.
 * @throws Rejection that names each field that is wrong, and repeats none
 */
export function readInput(
  input: unknown,
  { inputPrefix, outputPrefix }: Pick<Deployment, 'inputPrefix' | 'outputPrefix'>,
): LedgerInput {
  const { success, issues, output } = v.safeParse(inputSchema, input);
  if (!success) {
    const sentences = issues.map((issue) => `${v.getDotPath(issue) ?? 'input'}: ${sentenceOf(issue)}`);
    throw refusal([...new Set(sentences)].slice(0, DETAILS_MAX));
  }
  const { logs, upstreamCharges, payments, channels, mapping = {} } = output;
  const read: [name: string, at: string | undefined][] = [
    ...Object.entries({ logs, upstreamCharges, payments, channels }),
    ...Object.entries(mapping).map(([table, at]): [string, string] => [`mapping.${table}`, at]),
  ];
  const unfilled = [...read, ['output', output.output] as const].filter(([, at = '']) =>
    PLACEHOLDER.test(at),
  );
  if (unfilled.length > 0)
    throw refusal(unfilled.map(([name]) => `${name}: has a placeholder that its period does not fill`));
  const outside = read.filter(([, at]) => at !== undefined && !at.startsWith(inputPrefix));
  if (outside.length > 0)
    throw refusal(
      outside.map(([name]) => `${name}: must begin with ${inputPrefix}, the setting ledgerInput`),
    );
  if (!output.output.startsWith(outputPrefix) || !output.output.endsWith('/'))
    throw refusal([`output: must begin with ${outputPrefix}, the setting ledgerOutput, and end with /`]);
  return output;
}

const sentenceOf = (issue: v.BaseIssue<unknown>): string =>
  issue.type === 'strict_object'
    ? issue.expected === 'never'
      ? 'is no field of the input'
      : issue.message.startsWith('Invalid')
        ? 'is missing, or is no object'
        : issue.message
    : issue.message.startsWith('Invalid')
      ? 'is not valid'
      : issue.message;

/**
 * The input of executions that a schedule starts, as far as it can be judged before there is a time.
 * @throws Rejection as `readInput`
 */
export function readRelativeInput(
  input: unknown,
  deployment: Pick<Deployment, 'inputPrefix' | 'outputPrefix'>,
) {
  const { period, utcOffset = '+00:00', ...rest } = (input ?? {}) as Record<string, unknown>;
  if (!isRelativePeriod(period))
    throw refusal([
      `period: must be one of ${Object.keys(relativePeriods).join(', ')}: a schedule has no fixed one`,
    ]);
  if (!UTC_OFFSET.test(String(utcOffset))) throw refusal(['utcOffset: must be an offset such as +08:00']);
  let text = JSON.stringify(rest);
  for (const name of relativePeriods[period]) text = text.replaceAll(`{${name}}`, '01');
  readInput(JSON.parse(text), deployment);
}
