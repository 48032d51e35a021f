import type { ClosingRule } from '#shared/closing/closing.ts';
import { hashToHex } from '#shared/hash/hash.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import { buildReportSource } from '#shared/pipeline/report-source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { runSources } from '#shared/pipeline/run-sources.ts';
import { withoutAcknowledged } from '#shared/report/files/without-acknowledged.ts';
import { refuseTooLarge } from './capacity.ts';
import { buildRunPrefixes, type Deployment } from './deployment.ts';
import { parseAcknowledgements, readInput, resolvePeriod } from './input.ts';
import { readLatestRun, updateLatestRun } from './latest-run.ts';
import type { S3Objects } from './objects/s3-objects.ts';
import type { Notice } from './output/notice.ts';
import { publish } from './publish.ts';
import { listSources, readJson, readRunSettings } from './sources.ts';

/** Event with which the workflow invokes the function. */
export interface RunEvent {
  readonly input: unknown;
  /** Start of the execution. Only this part of the report does not follow from the input. */
  readonly startedAt: string;
  /** ARN of the execution. A repeated call with the same one writes the same objects. */
  readonly execution: string;
}

/** Settings of the deployment, bucket and limits with which `runLedgers` works. */
export interface RunDependencies {
  readonly deployment: Deployment;
  readonly objects: S3Objects;
  /** Conditions under which the billing workflow may close a period. Undefined without that workflow. */
  readonly closing: ClosingRule | undefined;
  readonly memoryMb: number;
  /** Returns the HTML of the report page, without a report. */
  readonly page: () => string;
}

/** Output of the function: the result of the execution, and the notice about it. */
export interface Outcome {
  readonly result: object;
  readonly notice: Notice;
}

/** Object in which a run stores its outcome, for a call that is repeated after the pointer has moved. */
const OUTCOME = 'outcome.json';

/**
 * Reads the objects of the bucket that the input names, reconciles them, writes the report into the bucket, and then
 * updates `latest.json`. If the same execution has already written its report, returns the outcome that it stored then.
 * Throws a Rejection if the input, an object or the rows are refused.
 */
export async function runLedgers(
  event: RunEvent,
  { deployment, objects, closing, memoryMb, page }: RunDependencies,
) {
  const input = readInput(resolvePeriod(event.input, event.startedAt), deployment);
  const generatedAt = new Date(event.startedAt).toISOString();
  const prefixes = buildRunPrefixes(input.output, generatedAt, hashToHex(event.execution, 32));
  const earlier = await readLatestRun(input.output, objects);
  // This execution has already written its report, but its reply was lost and the call is repeated. Return the stored
  // outcome; another run would compare the report with itself.
  if (earlier?.report === prefixes.report)
    return (await readJson(prefixes.scratch + OUTCOME, objects)) as Outcome;
  const sources = await listSources(input, objects);
  refuseTooLarge(sources, memoryMb);
  const settings = await readRunSettings(input, objects);
  const known = parseAcknowledgements(
    typeof input.known === 'string' ? await readJson(input.known, objects) : input.known,
  );
  const read = (source: Source, as: RunSettings) =>
    readSource(source, objects.read(source.location, sources[source.source]?.version), as);
  const ran = await runSources(sources, read, settings);
  const { language } = input;
  const { connector } = settings;
  const source = withoutAcknowledged(
    buildReportSource(ran, { sources, generatedAt, connector, page, language }),
    known,
  );
  const published = { sources, closing, ...(language && { language }), ...(earlier && { earlier }) };
  const { result, notice, latest } = await publish(
    published,
    source,
    ran.overview.rejected.length,
    prefixes,
    objects,
  );
  const outcome: Outcome = { result, notice };
  await objects.write(prefixes.scratch + OUTCOME, [JSON.stringify(outcome)]);
  await updateLatestRun(latest, objects);
  return outcome;
}
